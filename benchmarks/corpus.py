#!/usr/bin/env python3
"""Repositories and stores for the benchmarks: the same arguments give the same bytes and the same commit ids.

    corpus.py memoryrail OUT --memories N --source-files M --commits C [--links-per 2] [--gc]
    corpus.py engramory  OUT --notes N

`memoryrail`: a git repository of C commits, some of them merged topic branches, over M source files, and in a last
commit a valid store of N memories. `engramory`: a store whose notes are all reachable, from `MEMORY.md` or by a
[[wikilink]] of an earlier note. Both are clean; each fault asked for (`--secret 3`, ...) lies in a file of its own and
is listed in the JSON report on standard output (and in `--manifest FILE`). OUT must be empty or not exist.
"""
# ruff: noqa: UP031, SIM905 (streams of bytes and of text are written the same way here; word lists read as prose)

import argparse
import datetime as dt
import json
import os
import random
import subprocess
import sys

START = dt.datetime(2023, 1, 2, 8, tzinfo=dt.timezone.utc)  # first commit
END = dt.datetime(2026, 6, 1, 8, tzinfo=dt.timezone.utc)  # last source commit
INDEX_MAX = 130  # index lines that keep MEMORY.md under 150 lines / 20 KB
FANOUT = 10
FAULTS = ("bad-status", "id-mismatch", "missing-link", "link-escape", "secret", "stale", "duplicate-id")
TYPES = (("decision", 40), ("constraint", 15), ("gotcha", 15), ("attempt", 10), ("thread", 8), ("session", 12))
NOUNS = (
    "cache queue parser router schema index worker session token-bucket migration "
    "adapter retry ledger snapshot gateway scheduler exporter renderer registry "
    "planner bundle manifest webhook cursor shard replica store buffer lock pool "
    "timeout header payload fixture pipeline batch stream checkpoint hook daemon"
).split()
VERBS = (
    "use keep drop split merge move pin avoid prefer replace batch defer inline cache "
    "validate normalise retry reject stream index rename isolate bound measure"
).split()
ADJS = (
    "small slow shared nested partial stale lazy eager ordered idempotent bounded "
    "explicit implicit typed flat cold warm local remote atomic"
).split()
LINKS_WORDS = ("because since although while so after before unless until whenever").split()
SENTENCES = (
    "The {a} {n} must {v} the {m} {w} the {o} can be restarted at any time.",
    "We tried to {v} the {n} in the {m}, and the {o} grew too large for edge deploys.",
    "Do not {v} a {a} {n} here: it hides the error from the {m} and costs a full {o} scan.",
    "Under load the {n} holds its lock for about {k} ms, {w} the {m} waits on the {o}.",
    "It's the {m}'s job to {v} each {n}; callers never touch the {a} {o} directly.",
    "Measured on {k} files: the {a} {n} was {k} times faster than the {m} alone.",
    "See `{p}` for the {n}, and the tests beside it for the {a} {m} cases.",
    "- next: {v} the {m}, then {v} the {n} and compare the {o} again",
    "When the {n} fails, {v} the {m} first, then look at the {a} {o}.",
    "Nothing outside the {m} reads this {n}, {w} a {a} {o} is enough for now.",
)
TITLES = (
    "{V} the {n} {w} the {m} is {a}",
    "{V} {n} over {m} for the {a} {o}",
    'The {m}: "{v}" the {n} before the {o}',
    "{V} a {a} {n} in the {m}",
    "{N}: {v} the {o}, don't {v} the {m}",
    "{V} {n} – the naïve {m} is too {a} ✓",
)


def weighted(rng, pairs):
    return rng.choices([p[0] for p in pairs], [p[1] for p in pairs])[0]


def fill(rng, text, path="README.md"):
    n = rng.choice(NOUNS)
    v = rng.choice(VERBS)
    return text.format(
        n=n,
        N=n.capitalize(),
        m=rng.choice(NOUNS),
        o=rng.choice(NOUNS),
        v=v,
        V=v.capitalize(),
        a=rng.choice(ADJS),
        w=rng.choice(LINKS_WORDS),
        k=rng.randint(2, 900),
        p=path,
    )


def prose(rng, lines, path="README.md"):
    out = []
    for i in range(lines):
        if i and i % 9 == 0:
            out.append("")
        else:
            out.append(fill(rng, rng.choice(SENTENCES), path))
    return "\n".join(out) + "\n"


def iso(t):
    return t.strftime("%Y-%m-%dT%H:%M:%S.") + "%03dZ" % (t.microsecond // 1000)


def rand_text(rng, alphabet, n):
    return "".join(rng.choice(alphabet) for _ in range(n))


def fake_secret(rng, kind):
    """A line that looks like a credential. Put together here so that this file has none."""
    up, low, dig = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz", "0123456789"
    kind %= 5
    if kind == 0:
        return "aws-key", "The deploy role uses " + "AK" + "IA" + rand_text(rng, up + "234567", 16)
    if kind == 1:
        return "github-token", "Log in with " + "gh" + "p_" + rand_text(rng, up + low + dig, 36)
    if kind == 2:
        return "private-key", "-----BEGIN RSA " + "PRIVATE KEY-----\n" + rand_text(rng, up + low + dig, 64)
    if kind == 3:
        return "url-credential", "postgres:" + "//svc:" + rand_text(rng, low + dig, 14) + "@db.internal:5432/app"
    return "password-assignment", "pass" + 'word = "' + rand_text(rng, up + low + dig, 18) + '"'


def run_git(out, *args, **kw):
    env = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
    env.update(GIT_CONFIG_NOSYSTEM="1", GIT_CONFIG_GLOBAL=os.devnull, LC_ALL="C")
    return subprocess.run(["git", "-C", out, *args], check=True, env=env, **kw)


def source_paths(rng, m):
    dirs = max(1, m // 12)
    out = []
    for i in range(m):
        d = i % dirs
        out.append(
            "src/%s_%d/%s_%d/%s_%d.py"
            % (
                NOUNS[d % len(NOUNS)].replace("-", "_"),
                d // 40,
                VERBS[d % len(VERBS)],
                d,
                rng.choice(NOUNS).replace("-", "_"),
                i,
            )
        )
    return out


class History:
    """A fast-import stream of `commits` commits and each path's last commit date."""

    def __init__(self, rng, paths, commits, merge_percent):
        self.rng, self.paths = rng, paths
        self.touched = {}  # file -> date of the commit that last changed it (exact)
        self.newest = {}  # file or directory -> newest date at which it may have changed
        self.chunks = []
        self.mark = 0
        span = (END - START).total_seconds()
        self.times = [START + dt.timedelta(seconds=int(span * i / max(1, commits - 1))) for i in range(commits)]
        self.count = commits
        self.used = 0
        self.made = 0
        # Popularity: a few hot files, a long cold tail.
        self.order = list(range(len(paths)))
        rng.shuffle(self.order)
        self.build(merge_percent)

    def content(self, path, rev):
        body = "\n".join("value_%d = %d" % (i, (i * 7919 + len(path)) % 1000) for i in range(12))
        return ("# %s\nREVISION = %d\n%s\n" % (path, rev, body)).encode()

    def commit(self, files, parents, msg, ref="refs/heads/main"):
        t = self.times[self.used]
        self.used += 1
        self.mark += 1
        tz = self.rng.choice(("+0000", "+0100", "-0700"))
        auth = int(t.timestamp()) - self.rng.choice((0, 0, 0, 3600, 86400 * 3, 86400 * 9))
        head = [
            "commit %s\nmark :%d\n" % (ref, self.mark),
            "author Author <author@example.org> %d %s\n" % (auth, tz),
            "committer Committer <committer@example.org> %d %s\n" % (int(t.timestamp()), tz),
            "data %d\n%s\n" % (len(msg), msg),
        ]
        if parents:
            head.append("from :%d\n" % parents[0])
            head += ["merge :%d\n" % p for p in parents[1:]]
        self.chunks.append("".join(head).encode())
        for p, rev in files:
            data = self.content(p, rev)
            self.chunks.append(b"M 100644 inline %s\ndata %d\n%s\n" % (p.encode(), len(data), data))
            self.touched[p] = t
            self.see(p, t)
        return self.mark

    def see(self, path, t):
        while path:
            self.newest[path] = t
            path = path.rpartition("/")[0]

    def pick(self, step, avoid=()):
        """Files for one commit: new ones while some are still to be made, then hot or cold ones."""
        files = []
        want = min(len(self.paths), int(len(self.paths) * (self.used + 1) / max(1, self.count * 0.7)) + 1)
        if self.used >= self.count - 1 or self.used + 4 >= self.count:
            want = len(self.paths)
        while self.made < want:
            files.append((self.paths[self.made], step))
            self.made += 1
        for _ in range(self.rng.randint(1, 3)):
            r = int(self.made * self.rng.random() ** 3)
            p = self.paths[self.order[r] % self.made]
            if p not in avoid and all(p != f[0] for f in files):
                files.append((p, step))
        return files

    def build(self, merge_percent):
        rng, head = self.rng, None
        while self.used < self.count:
            left = self.count - self.used
            if head and left > 6 and rng.random() * 100 < merge_percent:
                base, tip, main, topic = head, head, head, []
                for _ in range(rng.randint(1, 3)):
                    files = self.pick(self.used, {p for p, _ in topic})
                    topic += files
                    tip = self.commit(files, [tip], "topic work %d" % self.used, "refs/heads/topic")
                if rng.random() < 0.5:  # main goes on meanwhile, in other files
                    files = self.pick(self.used, {p for p, _ in topic})
                    main = self.commit(files, [base], "main work %d" % self.used)
                latest = dict(topic)
                # A merge takes the first parent's tree: put the topic's files in again.
                t, keep = self.times[self.used], dict(self.touched)
                head = self.commit(sorted(latest.items()), [main, tip], "Merge topic %d" % self.used)
                self.touched = keep
                for p in latest:
                    self.see(p, t)
            else:
                files = self.pick(self.used)
                head = self.commit(files, [head] if head else [], "work %d" % self.used)
        self.head = head


def memory_text(fields, body):
    return (
        "---\n"
        + "".join("%s: %s\n" % (k, json.dumps(v, ensure_ascii=False)) for k, v in fields.items())
        + "---\n\n"
        + body
    )


def make_memories(rng, n, hist, links_per):
    """N memories as [file stem, fields, body]; superseded chains are consistent both ways."""
    files = sorted(hist.touched)
    dirs = sorted(d for d in hist.newest if d not in hist.touched and d.count("/") >= 2) or ["src"]
    used, out, chain = set(), [], None
    for i in range(n):
        typ = weighted(rng, TYPES)
        if chain:
            typ = chain[1]["type"]
        links = []
        if files and links_per:
            for _ in range(max(0, links_per + rng.randint(-1, 1))):
                p = rng.choice(dirs) if rng.random() < 0.15 else rng.choice(files)
                if p not in links:
                    links.append(p)
        last = max([hist.newest[p] for p in links], default=START)
        created = START + dt.timedelta(milliseconds=rng.randint(0, int((END - START).total_seconds() * 1000)))
        updated = max(created, last + dt.timedelta(milliseconds=rng.randint(1000, 86400000 * 20)))
        if chain:
            created = max(created, dt.datetime.fromisoformat(chain[1]["created"][:-1] + "+00:00"))
            updated = max(updated, created)
        title = fill(rng, rng.choice(TITLES))
        if typ == "session":
            slug = "session-" + created.strftime("%Y-%m-%d-%H-%M")
            title = "Session of " + created.strftime("%Y-%m-%d") + ": " + title.lower()
        else:
            slug = "-".join(fill(rng, "{v} {n} {a} {m}").split())
        stem = base = created.strftime("%Y%m%d-") + slug
        k = 2
        while stem in used:
            stem, k = "%s-%d" % (base, k), k + 1
        used.add(stem)
        status = "active"
        r = rng.random()
        if typ == "thread":
            status = "resolved" if r < 0.5 else "active"
        elif r < 0.06:
            status = "archived"
        elif r < 0.10 and not chain:
            status = "proposed"
        f = {
            "id": stem,
            "type": typ,
            "title": title,
            "status": status,
            "created": iso(created),
            "updated": iso(updated),
        }
        if rng.random() < 0.9:
            f["tags"] = rng.sample(NOUNS, rng.randint(1, 3))
        if links:
            f["links"] = links
        if typ == "constraint" and rng.random() < 0.2:
            f["pinned"] = True
        if chain:
            f["supersedes"] = chain[0]
            chain[1]["status"], chain[1]["superseded_by"] = "superseded", stem
            chain = None
            f["status"] = "active"
        item = [stem, f, prose(rng, rng.randint(5, 40), links[0] if links else "README.md")]
        if typ not in ("thread", "session") and f["status"] == "active" and i + 1 < n and rng.random() < 0.12:
            chain = item
        out.append(item)
    return out


def inject_memoryrail(rng, mems, hist, a, found):
    pool = [m for m in mems if m[1]["status"] == "active"]
    rng.shuffle(pool)

    def take(kind, ok=lambda m: True):
        for j, m in enumerate(pool):
            if ok(m):
                return pool.pop(j)
        sys.exit("corpus: too few memories left for --" + kind)

    extra = []
    for _ in range(a.stale):
        m = take("stale", lambda m: any(p in hist.touched for p in m[1].get("links", ())))
        p = next(p for p in m[1]["links"] if p in hist.touched)
        u = hist.touched[p] - dt.timedelta(seconds=rng.randint(1, 86400 * 40))
        m[1]["updated"] = iso(u)
        m[1]["created"] = min(m[1]["created"], iso(u - dt.timedelta(days=1)))
        m[1]["links"] = [p]
        found.append({"fault": "stale", "file": m[0], "path": p})
    for _ in range(a.bad_status):
        m = take("bad-status")
        m[1]["status"] = rng.choice(("done", "Active", "open", "wip"))
        found.append({"fault": "bad-status", "file": m[0]})
    for _ in range(a.id_mismatch):
        m = take("id-mismatch", lambda m: "supersedes" not in m[1])
        m[1]["id"] += "-renamed"
        found.append({"fault": "id-mismatch", "file": m[0]})
    for _ in range(a.missing_link):
        m = take("missing-link")
        m[1].setdefault("links", []).append("src/gone_%d/removed.py" % rng.randint(1, 999))
        found.append({"fault": "missing-link", "file": m[0], "path": m[1]["links"][-1]})
    for i in range(a.link_escape):
        m = take("link-escape")
        m[1].setdefault("links", []).append(("../outside.py", "/etc/hosts", "src/../../other/x.py")[i % 3])
        found.append({"fault": "link-escape", "file": m[0], "path": m[1]["links"][-1]})
    for i in range(a.secret):
        m = take("secret")
        kind, line = fake_secret(rng, i)
        m[2] += "\n" + line + "\n"
        found.append({"fault": "secret", "file": m[0], "kind": kind})
    for _ in range(a.duplicate_id):
        m = take("duplicate-id")
        extra.append([m[0] + "-copy", dict(m[1]), m[2]])
        found.append({"fault": "duplicate-id", "file": m[0] + "-copy", "also": "id-mismatch"})
    mems += extra


def memoryrail(a):
    rng = random.Random("memoryrail %d" % a.seed)
    hist = History(rng, source_paths(rng, a.source_files), a.commits, a.merge_percent)
    mems = make_memories(rng, a.memories, hist, a.links_per)
    found = []
    inject_memoryrail(random.Random("faults %d" % a.seed), mems, hist, a, found)
    os.makedirs(a.out, exist_ok=True)
    run_git(a.out, "init", "-q", "-b", "main")
    t = END + dt.timedelta(days=60)
    last = [
        "commit refs/heads/main\n",
        "committer Committer <committer@example.org> %d +0000\n" % int(t.timestamp()),
        "data 9\nmemories\n\n",
        "from :%d\n" % hist.head if hist.count else "",
    ]
    stream = hist.chunks + ["".join(last).encode()]
    docs = [
        (".memoryrail/config.json", '{\n  "version": 1,\n  "review": "off"\n}\n'),
        ("README.md", "# Corpus\n\nA corpus.\n"),
    ]
    docs += [(".memoryrail/memories/%s.md" % s, memory_text(f, b)) for s, f, b in mems]
    for p, text in docs:
        data = text.encode()
        stream.append(b"M 100644 inline %s\ndata %d\n%s\n" % (p.encode(), len(data), data))
    stream.append(b"reset refs/heads/topic\nfrom 0000000000000000000000000000000000000000\n\n")
    run_git(a.out, "fast-import", "--quiet", "--force", input=b"".join(stream))
    run_git(a.out, "reset", "-q", "--hard", "main")
    if a.gc:
        run_git(a.out, "gc", "-q")
    return {"format": "memoryrail", "memories": len(mems), "commits": a.commits + 1, "faults": found}


def engramory(a):
    rng = random.Random("engramory %d" % a.seed)
    kinds = ("user", "feedback", "project", "reference")
    notes, used = [], set()
    for i in range(a.notes):
        slug = "-".join(fill(rng, "{v} {a} {n} {m}").split())
        if slug in used:
            slug = "%s-%d" % (slug, i)
        used.add(slug)
        typ = rng.choices(kinds, (5, 40, 40, 15))[0]
        created = START + dt.timedelta(days=rng.randint(0, 1000))
        f = {"name": slug, "description": fill(rng, "{V} the {a} {n} in the {m}, not the {o}"), "type": typ}
        if typ in ("feedback", "project"):
            f["scope"] = rng.choice(("global", "repo"))
        f["created"] = created.strftime("%Y-%m-%d")
        f["updated"] = (created + dt.timedelta(days=rng.randint(0, 200))).strftime("%Y-%m-%d")
        body = prose(rng, rng.randint(3, 14))
        if typ in ("feedback", "project"):
            body += "\n**Why:** %s\n**How to apply:** %s\n" % (
                fill(rng, "the {n} broke the {m} once"),
                fill(rng, "{v} the {n} first"),
            )
        notes.append([slug, f, body])
    hubs = min(a.notes, INDEX_MAX)
    for k in range(hubs, a.notes):  # every note past the index hangs on an earlier one
        notes[(k - hubs) // FANOUT][2] += "\nSee [[%s]].\n" % notes[k][0]
    pointers = {k: [] for k in kinds}
    for slug, f, _ in notes[:hubs]:
        pointers[f["type"]].append(
            "- [%s](%s.md) — %s" % (slug.replace("-", " "), slug, f["description"].split(",")[0][:40])
        )
    found, pool, extra = [], list(notes), []
    frng = random.Random("faults %d" % a.seed)
    frng.shuffle(pool)
    if sum((a.bad_status, a.id_mismatch, a.secret, a.duplicate_id)) > len(pool):
        sys.exit("corpus: too few notes for the faults asked")
    for _ in range(a.bad_status):
        n = pool.pop()
        n[1]["type"] = "memo"
        found.append({"fault": "bad-status", "file": n[0], "as": "type"})
    for _ in range(a.id_mismatch):
        n = pool.pop()
        n[1]["name"] += "-renamed"
        found.append({"fault": "id-mismatch", "file": n[0]})
    for i in range(a.secret):
        n = pool.pop()
        kind, line = fake_secret(frng, i)
        n[2] += "\n" + line + "\n"
        found.append({"fault": "secret", "file": n[0], "kind": kind})
    for _ in range(a.duplicate_id):
        n = pool.pop()
        extra.append(("copies/%s.md" % n[0], n))
        found.append({"fault": "duplicate-id", "file": n[0]})
    for i in range(a.missing_link):
        pointers["reference"].append("- [gone %d](gone-%d.md) — no such note" % (i, i))
        found.append({"fault": "missing-link", "file": "MEMORY", "path": "gone-%d.md" % i})
    for i in range(a.link_escape):
        pointers["reference"].append("- [outside %d](../outside-%d.md) — leaves the store" % (i, i))
        found.append({"fault": "link-escape", "file": "MEMORY", "path": "../outside-%d.md" % i})
    if a.stale:
        sys.exit("corpus: engramory has no stale rule")
    os.makedirs(a.out, exist_ok=True)
    index = "# Memory Index\n\n> Pointers only.\n" + "".join(
        "\n## %s\n%s\n" % (k, "\n".join(v)) for k, v in pointers.items() if v
    )
    texts = [("MEMORY.md", index)]
    for name, n in [("%s.md" % n[0], n) for n in notes] + extra:
        texts.append((name, "---\n%s---\n\n%s" % ("".join("%s: %s\n" % kv for kv in n[1].items()), n[2])))
    for name, text in texts:
        path = os.path.join(a.out, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="\n") as fh:
            fh.write(text)
    return {"format": "engramory", "notes": len(notes) + len(extra), "faults": found}


def main(argv=None):
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sub = ap.add_subparsers(dest="format", required=True)
    mr = sub.add_parser("memoryrail")
    mr.add_argument("--memories", type=int, required=True)
    mr.add_argument("--source-files", type=int, required=True)
    mr.add_argument("--commits", type=int, required=True)
    mr.add_argument("--links-per", type=int, default=2, help="mean links a memory (default 2)")
    mr.add_argument("--merge-percent", type=float, default=8, help="chance that a step is a merged topic branch")
    mr.add_argument("--gc", action="store_true", help="repack as a served clone would be")
    en = sub.add_parser("engramory")
    en.add_argument("--notes", type=int, required=True)
    for p in (mr, en):
        p.add_argument("out")
        p.add_argument("--seed", type=int, default=0)
        p.add_argument("--manifest", help="also write the JSON report here")
        for f in FAULTS:
            p.add_argument("--" + f, type=int, default=0, metavar="COUNT")
    a = ap.parse_args(argv)
    if os.path.isdir(a.out) and os.listdir(a.out):
        sys.exit("corpus: OUT is not empty")
    if a.format == "memoryrail" and (a.commits < 1 or a.source_files < 1 or a.memories < 0):
        sys.exit("corpus: need at least one commit and one source file")
    report = json.dumps((memoryrail if a.format == "memoryrail" else engramory)(a), indent=1)
    print(report)
    if a.manifest:
        with open(a.manifest, "w", encoding="utf-8") as fh:
            fh.write(report + "\n")


if __name__ == "__main__":
    main()
