"""The plugins of detect-secrets that add something to this table, asked about one short piece of text at a time.

Cloudant keys are 24 lower case letters and SoftLayer's stand in a URL: their context is all, and the plugins know it.
The package's other families have entries of their own, since what they miss or over-report was measured: token kinds
newer than the plugin, markers in prose, account names, words. Importing the package costs as much as eleven bare Python
starts; it happens behind the vendor's name and a long word beside it only.
"""

from __future__ import annotations

from memoryrail_lint.checks.detectors.detector import Detector
from memoryrail_lint.checks.detectors.gate import AROUND, is_beside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def _asked(module: str, plugin: str, vendor: str) -> Callable[[str, int, int], Iterator[tuple[int, int]]]:
    """A scan that hands what stands around `vendor` to a plugin and finds its answers again in the text.

    The plugins' patterns repeat blanks without bound, one repetition beside the other, so that they must never see a
    long text or a run of blanks.
    """

    def scan(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
        import re
        from importlib import import_module

        # The plugins know `vendor_key` and not every other way to write it.
        name = re.compile(rf"{vendor}[ _-]?(?:api[ _-]?)?key", re.IGNORECASE)
        analyze = getattr(import_module(f"detect_secrets.plugins.{module}"), plugin)().analyze_string
        folded = text.lower()
        at = folded.find(vendor, start, end)
        while at >= 0:
            left, right = max(start, at - AROUND), min(end, at + AROUND)
            piece = " ".join(text[left:right].replace("`", "").split())
            for value in analyze(name.sub(f"{vendor}_key", piece)):
                begin = text.find(value, left, right)
                if begin >= 0:
                    yield begin, begin + len(value)
            at = folded.find(vendor, right, end)

    return scan


def _beside(vendor: str) -> Callable[[str], bool]:
    return lambda folded: is_beside(folded, vendor)


DETECTORS = (
    Detector(
        "cloudant-credential",
        "",
        ("cloudant",),
        scan=_asked("cloudant", "CloudantDetector", "cloudant"),
        gate=_beside("cloudant"),
        hits=(
            "cloudant_api_key: [[qwertxyuimopzasdbfghjklc]]",
            "cloudant_key=[[qwertxyuimopzasdbfghjklc]]",
            "CLOUDANT_PASSWORD: '[[«h64»]]'",
        ),
        leaves=("cloudant_key=${KEY1}", "Cloudant keeps the password of 2026 in the vault."),
    ),
    Detector(
        "softlayer-credential",
        "",
        ("softlayer",),
        scan=_asked("softlayer", "SoftlayerDetector", "softlayer"),
        gate=_beside("softlayer"),
        hits=(
            "softlayer_api_key = [[«l64»]]",
            "- SoftLayer key: `[[«l64»]]`",
            "token: https://api.softlayer.com/soap/v3/[[«l64»]]",
        ),
        leaves=("softlayer_api_key = ${KEY1}",),
    ),
)
