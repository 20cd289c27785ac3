"""The files for containers, systemd and proxies: what they copy exists, and the server knows every setting they use.

No image is built here, as that needs a container engine.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml

from longroad.bench.serving import reserve_port
from longroad.cli import main
from longroad.server.settings import PREFIX, Settings, read_settings
from scripts.nginx import find_nginx
from tests.packaging.installed import ROOT

DEPLOY = ROOT / "deploy"


def instructions() -> list[tuple[str, str]]:
    """Return the instructions of the Dockerfile with their arguments."""
    lines = [line for line in (ROOT / "Dockerfile").read_text().splitlines() if line and not line.startswith("#")]
    joined = "\n".join(lines).replace("\\\n", " ")
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1].strip()) for line in joined.splitlines()]


def image_environment() -> dict[str, str]:
    """Return the variables of the image."""
    texts = [argument for instruction, argument in instructions() if instruction == "ENV"]
    return dict(part.split("=", 1) for text in texts for part in shlex.split(text))


def compose() -> dict[str, Any]:
    """Return the compose file, with what has to be chosen."""
    text = (ROOT / "compose.yaml").read_text()
    text = re.sub(
        r"\$\{POSTGRES_PASSWORD:\?[^}]*\}", "geheim", re.sub(r"\$\{SITE:\?[^}]*\}", "games.example.org", text)
    )
    assert "${" not in text
    loaded: dict[str, Any] = yaml.safe_load(text)
    return loaded


def settings_of(variables: dict[str, str]) -> Settings:
    """Read settings from the variables of the server among others."""
    return read_settings({}, {name: text for name, text in variables.items() if name.startswith(PREFIX)})


def test_the_image_copies_only_what_exists_and_is_not_ignored() -> None:
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    allowed = [line.removeprefix("!") for line in ignored if line.startswith("!")]
    copied = [
        source
        for instruction, argument in instructions()
        if instruction == "COPY" and not argument.startswith("--from")
        for source in argument.split()[:-1]
    ]
    assert len(copied) > 5
    for source in copied:
        assert (ROOT / source).exists(), source
        assert any(source == each or source.startswith(f"{each}/") for each in allowed), f"{source} is ignored"


def test_the_page_is_built_to_where_the_image_copies_it_from() -> None:
    assert "outDir: '../src/longroad/server/static'" in (ROOT / "client" / "vite.config.ts").read_text()
    copied = [argument for instruction, argument in instructions() if instruction == "COPY"]
    assert "--from=page /build/src/longroad/server/static src/longroad/server/static" in copied


def test_the_image_runs_the_server_as_a_plain_user_and_asks_whether_it_is_ready() -> None:
    last = dict(instructions())
    assert last["USER"] == "longroad"
    assert json.loads(last["ENTRYPOINT"]) == ["longroad", "serve"]
    assert "/health/ready" in last["HEALTHCHECK"]
    chosen = settings_of(image_environment())
    assert (chosen.values.host, chosen.values.port, chosen.values.data) == ("0.0.0.0", 8311, "/data")
    assert "ADD" not in last


def test_the_health_check_of_the_image_fails_where_nobody_serves() -> None:
    check = dict(instructions())["HEALTHCHECK"]
    command = json.loads(check[check.index("CMD") + 3 :])
    port, held = reserve_port()
    code = command[2].replace(":8311/", f":{port}/")
    with held:
        ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert ended.returncode == 1
    assert "URLError" in ended.stderr


def test_what_the_image_copies_is_enough_to_build_the_package(tmp_path: Path) -> None:
    for file in ("pyproject.toml", "README.md", "LICENSE", "scripts/build_hook.py"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist")]
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=True, timeout=300)
    (wheel,) = (tmp_path / "dist").iterdir()
    names = zipfile.ZipFile(wheel).namelist()
    assert "longroad/server/static/index.html" in names
    assert "longroad/server/store/migrations/versions/v0003_admin_requests.py" in names


@pytest.mark.compiled
def test_what_the_image_copies_is_enough_to_build_the_engine_of_the_page(tmp_path: Path) -> None:
    copied = [argument.split() for instruction, argument in instructions() if instruction == "COPY"]
    tables = ("scripts/client/engine_tables.py", "scripts/client/setup_tables.py")
    for file in ("scripts/generated.py", "scripts/client/engine.py", *tables):
        assert any(file in files and folder == f"{Path(file).parent}/" for *files, folder in copied)
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    (tmp_path / "client/src/engine").mkdir(parents=True)
    variables = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-m", "scripts.client.engine"]
    subprocess.run(command, cwd=tmp_path, env=variables, capture_output=True, check=True, timeout=120)
    built = {path.name for path in (tmp_path / "client/src/engine").iterdir()}
    assert built == {"longroad.wasm", "plain.wasm", "weights.bin"}


def test_the_servers_of_the_compose_file_have_settings_that_the_server_knows() -> None:
    services = compose()["services"]
    servers = [services[name] for name in ("longroad-1", "longroad-2")]
    network = compose()["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    for service in servers:
        values, sources = settings_of({**image_environment(), **service["environment"]})
        assert values.database == "postgresql://longroad:geheim@database/longroad"
        assert values.names == ("games.example.org",)
        assert [str(proxy) for proxy in values.trusted_proxies] == [network]
        assert values.internal_url == f"http://{service['hostname']}:8311"
        assert sources["database"] == "LONGROAD_DATABASE"
        assert service["read_only"]
        assert service["depends_on"]["database"]["condition"] == "service_healthy"
    assert "healthcheck" in services["database"]


def test_everything_that_the_compose_file_mounts_or_names_exists() -> None:
    loaded = compose()
    for service in loaded["services"].values():
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert (ROOT / source).is_file() if source.startswith("./") else source in loaded["volumes"]
        assert set(service["networks"]) <= set(loaded["networks"])
    proxied = re.search(r"reverse_proxy (.*) \{", (DEPLOY / "Caddyfile").read_text())
    assert proxied
    assert proxied[1].split() == ["longroad-1:8311", "longroad-2:8311"]


def test_no_image_comes_from_another_place_than_the_usual_one() -> None:
    froms = [argument.split() for instruction, argument in instructions() if instruction == "FROM"]
    stages = {words[2] for words in froms if len(words) == 3}
    bases = [words[0] for words in froms if words[0] not in stages]
    images = [service["image"] for service in compose()["services"].values()]
    assert {name.split(":")[0] for name in [*bases, *images]} == {"node", "python", "longroad", "postgres", "caddy"}


def test_the_example_settings_are_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--config", str(DEPLOY / "longroad.toml"), "--show-settings"]) == 0
    assert 'names = ["games.example.org"]' in capsys.readouterr().out


def test_the_unit_of_systemd_is_valid_and_starts_the_server(tmp_path: Path) -> None:
    unit = ConfigParser(strict=False, interpolation=None, delimiters=("=",))
    unit.optionxform = str  # type: ignore[method-assign, assignment]
    unit.read(DEPLOY / "longroad.service")
    assert unit["Service"]["ExecStart"] == "/opt/longroad/bin/longroad serve"
    for name in ("DynamicUser", "NoNewPrivileges", "PrivateTmp", "ProtectHome"):
        assert unit["Service"][name] == "yes"
    assert unit["Service"]["ProtectSystem"] == "strict"
    text = (DEPLOY / "longroad.service").read_text()
    variables = dict(re.findall(r"^Environment=(\w+)=(.*)$", text, re.MULTILINE))
    variables["LONGROAD_CONFIG"] = str(DEPLOY / "longroad.toml")
    assert settings_of(variables).values.data == "/var/lib/longroad"
    analyze = shutil.which("systemd-analyze")
    if analyze is not None:
        here = tmp_path / "longroad.service"
        here.write_text(text.replace("/opt/longroad/bin/longroad serve", "/bin/true"))
        ended = subprocess.run([analyze, "verify", str(here)], capture_output=True, text=True, timeout=30)
        complaints = [line for line in ended.stderr.splitlines() if "longroad.service" in line]
        assert complaints == []


def test_nginx_accepts_its_example(tmp_path: Path) -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    text = re.sub(r".*ssl_certificate.*\n", "", text).replace(" 443 ssl", " 8443").replace(":443 ssl", ":8443")
    paths = "".join(f"{kind}_temp_path {tmp_path};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    whole = f"pid {tmp_path}/pid; error_log stderr; events {{}}\nhttp {{ access_log off; {paths}\n{text}}}"
    (tmp_path / "nginx.conf").write_text(whole)
    command = [str(find_nginx()), "-t", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert ended.returncode == 0, ended.stderr
