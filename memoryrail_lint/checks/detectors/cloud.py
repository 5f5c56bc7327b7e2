"""Credentials of clouds, hosts, databases and platforms that can be told by their own shape."""

from __future__ import annotations

from memoryrail_lint.checks.detectors.detector import Detector, starts_word
from memoryrail_lint.checks.detectors.gate import kinds
from memoryrail_lint.checks.detectors.judge import is_random
from memoryrail_lint.checks.detectors.silence import is_mixed, turns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

_UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
_UUID_EXAMPLE = "«h8»-«h4»-«h4»-«h4»-«h12»"
_PAT: Final = 52
"""The length of an Azure DevOps personal access token of the old kind, in lower case Base32."""
_BEFORE: Final = 60
"""How far before it its vendor's name stands, in code points."""
_AZURE: Final = ("devops", "azure", "ado_")


def _has_pat(text: str) -> bool:
    """Whether so many letters and digits stand in a row."""
    return b"0" * _PAT in kinds(text).replace(b"a", b"0")


def _pats(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The personal access tokens behind the name of Azure DevOps on their line."""
    import re

    for match in re.compile(rf"[a-z2-7]{{{_PAT}}}(?![A-Za-z0-9])").finditer(text, start, end):
        at = match.start()
        line = text[max(start, at - _BEFORE) : at].rpartition("\n")[2].lower()
        if any(name in line for name in _AZURE) and starts_word(text, at) and turns(match.group()) > 3:
            yield match.span()


DETECTORS = (
    # Prefixes: AWS IAM, "Unique identifiers". Role and group ids (AROA, AGPA, ...) open nothing and are left alone.
    Detector(
        "aws-access-key",
        r"(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}(?![A-Za-z0-9])",
        ("AKIA", "ASIA", "ABIA", "ACCA", "A3T"),
        hits=("cloud [[AKIA«u16»]]", "aws_access_key_id = [[ASIA«u16»]]"),
        leaves=("AKIAIOSFODNN7EXAMPLE", "AKIAXXXXXXXXXXXXXXXX", "AROA«u16»"),
    ),
    Detector(
        "aws-bedrock-key",
        r"(?:ABSK[A-Za-z0-9]{12}[A-Za-z0-9+/]{80,280}={0,2}|bedrock-api-key-[A-Za-z0-9+/=_-]{24,4096})",
        ("ABSK", "bedrock-api-key-"),
        hits=("[[ABSKQmVkcm9ja0FQ«s120»]]", "[[bedrock-api-key-YmVkcm9jay5hbWF6b25hd3M«w60»]]"),
        leaves=("a bedrock-api-key-file",),
    ),
    # Temporary credentials of STS begin with the same bytes, in Base64, on all of AWS.
    Detector(
        "aws-sts-token",
        r"(?:FwoGZXIvYXdz|IQoJb3JpZ2lu)[A-Za-z0-9+/]{80,2000}={0,2}",
        ("FwoGZXIvYXdz", "IQoJb3JpZ2lu"),
        hits=("[10:58] ops: [[FwoGZXIvYXdzE«s160»==]]", "session [[IQoJb3JpZ2luX2Vj«s200»]]"),
        leaves=("FwoGZXIvYXdzE...", "IQoJb3JpZ2luX2VjEXAMPLE"),
    ),
    Detector(
        "google-api-key",
        r"AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])",
        ("AIza",),
        hits=("GEMINI_API_KEY=[[AIzaSy«b33»]]", "?key=[[AIzaSy«w33»]]&q=x"),
        leaves=("AIza...", "AIzaSyXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX"),
    ),
    Detector(
        "google-oauth-secret",
        r"GOCSPX-[A-Za-z0-9_-]{28}(?![A-Za-z0-9_-])",
        ("GOCSPX-",),
        hits=("[[GOCSPX-«b28»]]",),
        leaves=("GOCSPX-your-client-secret",),
    ),
    Detector(
        "google-oauth-token",
        r"(?:ya29\.[A-Za-z0-9_.-]{20,2048}|1//0[A-Za-z0-9_-]{40,160})",
        ("ya29.", "1//0"),
        hits=("[[ya29.«b120»]]", "refresh [[1//0«b90»]]"),
        leaves=("ya29.", "1//0"),
    ),
    # Literal of the middle: three characters, a digit, then `Q~`.
    Detector(
        "azure-client-secret",
        r"[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~-])",
        tuple(f"{digit}Q~" for digit in "0123456789"),
        hits=("AZURE_CLIENT_SECRET=[[«w3»8Q~«b34»]]",),
        leaves=("about 8Q~",),
    ),
    Detector(
        "azure-account-key",
        r"(?:AccountKey|SharedAccessKey|SharedSecretValue|Secret)=([A-Za-z0-9+/]{42,90}={0,2})",
        ("AccountKey=", "SharedAccessKey=", "SharedSecretValue=", "Secret="),
        bound=False,
        hits=(
            "DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=[[«s86»==]];EndpointSuffix=core.windows.net",
            "Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=[[«s43»=]]",
        ),
        leaves=("AccountKey=<key>", "AccountKey=${STORAGE_KEY}"),
    ),
    # The storage emulator's well-known key is public and starts Eby8; it is in every tutorial.
    Detector(
        "azure-sas-signature",
        r"[?&;](?:amp;)?sig=([A-Za-z0-9%+/_-]{40,160}(?:=|%3[Dd]){0,2})",
        ("sig=",),
        bound=False,
        hits=("https://acme.blob.core.windows.net/c?sv=2024-01-01&sr=c&sig=[[«w43»%3D]]",),
        leaves=("&sig=...", "https://x.invalid/?sig=short"),
    ),
    # Keys of Azure AI and DevOps since 2024: 84 characters with a fixed signature in the middle.
    Detector(
        "azure-platform-key",
        r"[A-Za-z0-9]{50,52}JQQJ[0-9]{2}[A-Za-z0-9]{26,30}(?![A-Za-z0-9])",
        ("JQQJ",),
        hits=("[[«w52»JQQJ99BAACAAAA«w6»ASAZDO«w6»]]",),
        leaves=("JQQJ",),
    ),
    # Identifiable keys of Azure services: a fixed signature of four characters before the checksum.
    Detector(
        "azure-service-key",
        r"(?:[A-Za-z0-9+/]{76}ACDb[A-Za-z0-9+/]{5}[AQgw]==|[A-Za-z0-9_-]{44}AzFu[A-Za-z0-9_-]{5}[AQgw]=="
        r"|[A-Za-z0-9+/]{33}AzCa[A-P][A-Za-z0-9+/]{5}=|[A-Za-z0-9]{42}AzSe[A-D][A-Za-z0-9]{5})(?![A-Za-z0-9+/=_-])",
        ("ACDb", "AzFu", "AzCa", "AzSe"),
        hits=(
            "--cosmos-key=[[«w76»ACDb«w5»A==]]",
            "AZURE_FUNCTION_KEY: [[«w44»AzFu«w5»Q==]]",
            "the Redis cache: [[«w33»AzCaE«w5»=]]",
            "[[«w42»AzSeB«w5»]]",
        ),
        leaves=("AzFu", "«w30»AzCa"),
    ),
    Detector(
        "azure-devops-token",
        "",
        _AZURE,
        scan=_pats,
        gate=_has_pat,
        hits=("The Azure DevOps PAT is [[«z52»]].", 'azure_devops_pat = "[[«z52»]]"'),
        leaves=("the layer «z52» of an image", "Azure DevOps build «h64»"),
    ),
    Detector(
        "digitalocean-token",
        r"do[opr]_v1_[0-9a-f]{64}(?![A-Za-z0-9])",
        ("dop_v1_", "doo_v1_", "dor_v1_"),
        hits=("[[dop_v1_«h64»]]", "[[dor_v1_«h64»]]"),
        leaves=("dop_v1_...",),
    ),
    Detector(
        "cloudflare-token",
        r"cf(?:ut|at|k)_[A-Za-z0-9]{40}[0-9a-f]{8}(?![A-Za-z0-9])",
        ("cfut_", "cfat_", "cfk_"),
        hits=("[[cfut_«w40»«h8»]]", "[[cfk_«w40»«h8»]]"),
        leaves=("cfut_...",),
    ),
    Detector(
        "cloudflare-origin-ca-key",
        r"v1\.0-[0-9a-f]{24}-[0-9a-f]{140,150}(?![A-Za-z0-9])",
        ("v1.0-",),
        hits=("[[v1.0-«h24»-«h146»]]",),
        leaves=("v1.0-beta",),
    ),
    Detector(
        "heroku-token",
        r"HRKU-[A-Za-z0-9_-]{36,70}",
        ("HRKU-",),
        hits=("[[HRKU-AA«b58»]]", f"[[HRKU-{_UUID_EXAMPLE}]]"),
        leaves=("HRKU-",),
    ),
    Detector(
        "vercel-token",
        r"(?:vc[piark]_[A-Za-z0-9]{24,64}|vercel_blob_rw_[A-Za-z0-9_]{30,80})(?![A-Za-z0-9])",
        ("vcp_", "vci_", "vca_", "vcr_", "vck_", "vercel_blob_rw_"),
        hits=("[[vcp_«w56»]]", "[[vercel_blob_rw_«w16»_«w30»]]"),
        leaves=("vcr_cassettes",),
    ),
    Detector(
        "netlify-token",
        r"nf[pcoub]_[A-Za-z0-9]{36,40}(?![A-Za-z0-9])",
        ("nfp_", "nfc_", "nfo_", "nfu_", "nfb_"),
        hits=("[[nfp_«w36»]]",),
        leaves=("nfp_token",),
    ),
    Detector(
        "supabase-key",
        r"(?:sb[po]_(?:v0_)?[0-9a-z]{40}(?![A-Za-z0-9])|sb_secret_[A-Za-z0-9_-]{20,64})",
        ("sbp_", "sbo_", "sb_secret_"),
        hits=("[[sbp_«h40»]]", "[[sb_secret_«b31»]]"),
        leaves=("sb_publishable_«b31»", "sb_secret_..."),
    ),
    Detector(
        "planetscale-token",
        r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_=.-]{32,64}",
        ("pscale_",),
        hits=("[[pscale_tkn_«b43»]]", "mysql password [[pscale_pw_«b43»]]"),
        leaves=("pscale_tkn_...",),
    ),
    Detector(
        "neon-key",
        r"napi_[a-z0-9]{40,80}(?![A-Za-z0-9])",
        ("napi_",),
        hits=("[[napi_«l64»]]",),
        leaves=("napi_env",),
    ),
    Detector(
        "mongodb-atlas-secret",
        r"mdb_sa_sk_[A-Za-z0-9_-]{40}(?![A-Za-z0-9_-])",
        ("mdb_sa_sk_",),
        hits=("[[mdb_sa_sk_«b40»]]",),
        leaves=("mdb_sa_id_«h24»",),
    ),
    Detector(
        "databricks-token",
        r"(?:dapi|dose|dkea|dsapi)[0-9a-f]{32}(?:-[0-9]{1,2})?(?![A-Za-z0-9])",
        ("dapi", "dose", "dkea", "dsapi"),
        accept=is_random,
        hits=("[[dapi«h32»]]", "DATABRICKS_TOKEN=[[dapi«h32»-2]]"),
        leaves=("dapiXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX", "the dapi"),
    ),
    Detector(
        "alibaba-access-key",
        r"LTAI[A-Za-z0-9]{16,20}(?![A-Za-z0-9])",
        ("LTAI",),
        hits=("[[LTAI5t«w18»]]",),
        leaves=("VOLTAIRE",),
    ),
    Detector(
        "tencent-secret-id",
        r"AKID[A-Za-z0-9]{32}(?![A-Za-z0-9])",
        ("AKID",),
        hits=("[[AKID«w32»]]",),
        leaves=("AKID",),
    ),
    Detector(
        "yandex-key",
        r"AQVN[A-Za-z0-9_-]{34,38}(?![A-Za-z0-9_-])",
        ("AQVN",),
        hits=("[[AQVN«w36»]]",),
        leaves=("AQVN",),
    ),
    Detector(
        "flyio-token",
        r"(?:fo1_[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])|fm(?:1[ar]?|2)_[A-Za-z0-9+/]{80,4096}={0,2})",
        ("fo1_", "fm1_", "fm1a_", "fm1r_", "fm2_"),
        hits=("[[fo1_«b43»]]", "FlyV1 [[fm2_«s160»]]"),
        leaves=("fm2_params",),
    ),
    Detector(
        "render-key",
        r"rnd_[A-Za-z0-9]{28,40}(?![A-Za-z0-9])",
        ("rnd_",),
        hits=("[[rnd_«w32»]]",),
        leaves=("rnd_state",),
    ),
    Detector(
        "doppler-token",
        r"dp\.(?:pt|st|sa|ct|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}(?![A-Za-z0-9])",
        ("dp.pt.", "dp.st.", "dp.sa.", "dp.ct.", "dp.scim.", "dp.audit."),
        hits=("[[dp.pt.«w43»]]", "[[dp.st.prd.«w43»]]"),
        leaves=("dp.pt.xxxx",),
    ),
    Detector(
        "vault-token",
        r"hv[sbr]\.[A-Za-z0-9_-]{24,400}",
        ("hvs.", "hvb.", "hvr."),
        accept=is_mixed,
        hits=("VAULT_TOKEN=[[hvs.«b90»]]", "[[hvb.«b140»]]"),
        leaves=("hvs.", "hvs.something-with-many-hyphens-and-some-words"),
    ),
    Detector(
        "terraform-token",
        r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,70}",
        (".atlasv1.",),
        hits=("[[«w14».atlasv1.«b67»]]",),
        leaves=("xxxxxxxxxxxxxx.atlasv1.xxxx",),
    ),
    Detector(
        "pulumi-token",
        r"pul-[0-9a-f]{40}(?![A-Za-z0-9])",
        ("pul-",),
        hits=("[[pul-«h40»]]",),
        leaves=("pul-",),
    ),
    Detector(
        "openshift-token",
        r"sha256~[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])",
        ("sha256~",),
        hits=("oc login --token=[[sha256~«b43»]]",),
        leaves=("sha256:«h64»", "sha256-«s43»="),
    ),
    Detector(
        "tailscale-key",
        r"tskey-(?:[a-z]{2,12}-)?[A-Za-z0-9]{6,24}-[A-Za-z0-9]{16,64}(?![A-Za-z0-9])",
        ("tskey-",),
        hits=("[[tskey-auth-k«w10»CNTRL-«w32»]]",),
        leaves=("tskey-auth-...",),
    ),
    Detector(
        "grafana-token",
        r"(?:glsa_[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}|glc_[A-Za-z0-9+/]{32,400}={0,2}|eyJrIjoi[A-Za-z0-9]{60,400}={0,2})",
        ("glsa_", "glc_", "eyJrIjoi"),
        hits=("[[glsa_«w32»_«h8»]]", "[[glc_eyJvIjoi«w60»]]", "[[eyJrIjoi«w80»]]"),
        leaves=("glc_", "glsa_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx_00000000"),
    ),
    Detector(
        "newrelic-key",
        r"(?:NRAK-[A-Z0-9]{27}|NRII-[A-Za-z0-9_-]{32}|NRIQ-[A-Za-z0-9_-]{32}|NRJS-[0-9a-f]{19}|NRRA-[0-9a-f]{42}"
        r"|[0-9a-f]{36}NRAL|NRSP-[A-Za-z0-9_-]{24,40})(?![A-Za-z0-9])",
        ("NRAK-", "NRII-", "NRIQ-", "NRJS-", "NRRA-", "NRAL", "NRSP-"),
        hits=("[[NRAK-«u27»]]", "NEW_RELIC_LICENSE_KEY=[[«h36»NRAL]]", "[[NRII-«b32»]]"),
        leaves=("NRAK-XXXXXXXXXXXXXXXXXXXXXXXXXXX",),
    ),
    Detector(
        "sentry-token",
        r"(?:sntrys_[A-Za-z0-9+/=_-]{60,600}|sntry[ua]_[0-9a-f]{64})",
        ("sntrys_", "sntryu_", "sntrya_"),
        hits=("[[sntryu_«h64»]]", "SENTRY_AUTH_TOKEN=[[sntrys_eyJpYXQiO«w120»_«s43»]]"),
        leaves=("sntrys_YOUR_TOKEN_HERE",),
    ),
    Detector(
        "dynatrace-token",
        r"dt0[a-z][0-9]{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}(?![A-Za-z0-9])",
        ("dt0",),
        hits=("[[dt0c01.«u24».«u64»]]",),
        leaves=("dt0c01.XXXX",),
    ),
    Detector(
        "launchdarkly-key",
        rf"(?:sdk|api)-{_UUID}(?![A-Za-z0-9-])",
        ("sdk-", "api-"),
        hits=(f"[[sdk-{_UUID_EXAMPLE}]]",),
        leaves=("sdk-2026.1", f"mob-{_UUID_EXAMPLE}"),
    ),
    Detector(
        "clickhouse-key",
        r"4b1d[A-Za-z0-9]{38}(?![A-Za-z0-9])",
        ("4b1d",),
        accept=is_mixed,
        hits=("[[4b1d«w38»]]",),
        leaves=("4b1d«h36»",),
    ),
)
