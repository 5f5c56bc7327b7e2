"""Keys of language model providers and of the services around them, from the providers' own documentation."""

from __future__ import annotations

from memoryrail_lint.checks.detectors.detector import Detector
from memoryrail_lint.checks.detectors.silence import is_mixed

DETECTORS = (
    Detector(
        "anthropic-key",
        r"sk-ant-[a-z0-9]{2,12}-[A-Za-z0-9_-]{24,400}",
        ("sk-ant-",),
        hits=(
            "model [[sk-ant-api03-«b93»AA]]",
            "ANTHROPIC_API_KEY=[[sk-ant-admin01-«b93»AA]]",
            "[[sk-ant-oat01-«b93»AA]]",
        ),
        leaves=(
            "sk-ant-api03-...",
            "sk-ant-api03-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            "sk-ant-api03-YOUR_KEY_HERE_PLEASE_REPLACE",
        ),
    ),
    Detector(
        "openrouter-key",
        r"sk-or-v1-[0-9a-f]{64}",
        ("sk-or-v1-",),
        hits=("[[sk-or-v1-«h64»]]",),
        leaves=("sk-or-v1-<your key>",),
    ),
    # detect-secrets asks for the marker in the middle, which keys of projects and service accounts need not have.
    Detector(
        "openai-key",
        r"sk-[A-Za-z0-9_-]{20,400}",
        ("sk-",),
        accept=is_mixed,
        hits=(
            "OPENAI_API_KEY=[[sk-«w20»T3BlbkFJ«w20»]]",
            "[[sk-proj-«b74»T3BlbkFJ«b74»]] is the key",
            "[[sk-svcacct-«b120»]]",
            "[[sk-«w48»]]",
            "[[sk-«h32»]]",
            "line\\n[[sk-«w48»]]",
        ),
        leaves=(
            "sk-...",
            "sk-proj-...",
            "a sk-learn-compatible-estimator-interface",
            "task-20261010-use-drizzle-over-prisma2",
            "sk-your-openai-api-key-1",
        ),
    ),
    Detector(
        "openai-session",
        r"sess-[A-Za-z0-9]{40}(?![A-Za-z0-9])",
        ("sess-",),
        hits=("[[sess-«w40»]]",),
        leaves=("sess-20261010",),
    ),
    Detector(
        "huggingface-token",
        r"(?:hf_[A-Za-z0-9]{30,40}|api_org_[A-Za-z0-9]{34})(?![A-Za-z0-9_])",
        ("hf_", "api_org_"),
        hits=("HF_TOKEN=[[hf_«a34»]]", "[[hf_«w34»]]", "[[api_org_«a34»]]"),
        leaves=("hf_hub_download(repo_id)", "hf_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
    ),
    Detector(
        "groq-key",
        r"gsk_[A-Za-z0-9]{48,56}(?![A-Za-z0-9])",
        ("gsk_",),
        hits=("[[gsk_«w52»]]",),
        leaves=("gsk_your_key",),
    ),
    Detector(
        "perplexity-key",
        r"pplx-[A-Za-z0-9]{40,64}(?![A-Za-z0-9])",
        ("pplx-",),
        hits=("[[pplx-«w48»]]",),
        leaves=("pplx-7b-online",),
    ),
    Detector(
        "xai-key",
        r"xai-[A-Za-z0-9]{70,90}(?![A-Za-z0-9])",
        ("xai-",),
        hits=("[[xai-«w80»]]",),
        leaves=("xai-org/grok-1",),
    ),
    Detector(
        "replicate-token",
        r"r8_[A-Za-z0-9]{37}(?![A-Za-z0-9])",
        ("r8_",),
        hits=("[[r8_«w37»]]",),
        leaves=("r8_unorm",),
    ),
    Detector(
        "nvidia-key",
        r"nvapi-[A-Za-z0-9_-]{60,80}",
        ("nvapi-",),
        hits=("[[nvapi-«b64»]]",),
        leaves=("nvapi-",),
    ),
    Detector(
        "langsmith-key",
        r"lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}",
        ("lsv2_",),
        hits=("[[lsv2_pt_«h32»_«h10»]]",),
        leaves=("lsv2_pt_...",),
    ),
    Detector(
        "pinecone-key",
        r"pcsk_[A-Za-z0-9_]{50,90}",
        ("pcsk_",),
        hits=("[[pcsk_5«w5»_«w60»]]",),
        leaves=("pcsk_",),
    ),
    Detector(
        "cerebras-key",
        r"csk-[a-z0-9]{40,60}(?![A-Za-z0-9])",
        ("csk-",),
        hits=("[[csk-«l48»]]",),
        leaves=("csk-something",),
    ),
    Detector(
        "tavily-key",
        r"tvly-(?:dev-|prod-)?[A-Za-z0-9]{28,40}(?![A-Za-z0-9])",
        ("tvly-",),
        hits=("[[tvly-dev-«w32»]]",),
        leaves=("tvly-YOUR_API_KEY",),
    ),
    Detector(
        "elevenlabs-key",
        r"sk_[0-9a-f]{48}(?![A-Za-z0-9])",
        ("sk_",),
        hits=("[[sk_«h48»]]",),
        leaves=("task_id", "sk_test"),
    ),
    Detector(
        "jina-key",
        r"jina_[0-9a-f]{32}[A-Za-z0-9_-]{20,40}",
        ("jina_",),
        hits=("[[jina_«h32»«b28»]]",),
        leaves=("jina_embeddings_v3",),
    ),
    Detector(
        "firecrawl-key",
        r"fc-[0-9a-f]{32}(?![A-Za-z0-9])",
        ("fc-",),
        hits=("[[fc-«h32»]]",),
        leaves=("fc-list", "fc-YOUR_API_KEY"),
    ),
)
