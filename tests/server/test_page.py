"""The page's address, its files, and what browsers are told about both."""

import os
import re
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from server.application import create_app
from server.page.assets import Assets, read_folder
from server.page.explorer import INSTALLED, Explorer
from server.page.modules import imported_with
from server.page.page import FOLDER, Page
from server.settings import Settings
from tests.server.serving import serving
from tests.server.tokens import SECRET

NOWHERE = "postgresql://directory@127.0.0.1:9/directory"

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
}


@contextmanager
def directory(**settings: Any) -> Iterator[httpx.Client]:
    app = create_app(Settings(jwt_secret=SECRET, **settings), NOWHERE, observers={})
    with serving(app) as url, httpx.Client(base_url=url) as client:
        yield client


@pytest.fixture(scope="module")
def page_client() -> Iterator[httpx.Client]:
    """The database is away: pages do not need it."""
    with directory() as client:
        yield client


def assets(client: httpx.Client) -> str:
    """The folder of the page's files, as the page names it."""
    folder: str
    [folder] = set(re.findall(r'"(/assets/[0-9a-f]{16}/)', client.get("/").text))
    return folder


def told(answer: httpx.Response) -> Mapping[str, str]:
    return {name: answer.headers[name] for name in HEADERS}


# ------------------------------------------------------------------------------------------------ the page
@pytest.mark.parametrize("path", ["/", "/?from=mail"])
def test_the_list_is_at_the_root(page_client: httpx.Client, path: str) -> None:
    assert_is_page(page_client.get(path), "session-directory.js")


@pytest.mark.parametrize(
    "path", ["/open/demo-bound", "/open/", "/open/a/b%2Fc%20%25%F0%9F%8C%B1", "/open/%0A", "/open/a%0Ab", "/open/%00"]
)
def test_the_door_is_at_an_address_of_any_characters(page_client: httpx.Client, path: str) -> None:
    assert_is_page(page_client.get(path), "door-page.js")
    assert page_client.get(path).text == page_client.get("/open/").text


def assert_is_page(answer: httpx.Response, element: str) -> None:
    preloaded = re.findall('<link rel="modulepreload" href="/assets/[0-9a-f]{16}/([a-z-]+.js)">', answer.text)
    assert (answer.status_code, preloaded[0]) == (200, element)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    assert told(answer) == HEADERS


def test_nothing_of_an_address_is_repeated(page_client: httpx.Client) -> None:
    answer = page_client.get("/open/planted?planted=planted")
    assert "planted" not in answer.text + str(answer.headers)


def test_every_file_is_named_with_the_hash(page_client: httpx.Client) -> None:
    document = page_client.get("/").text
    named = re.findall(r'<(?:link|script|img)[^>]* (?:src|href)="([^"]*)"', document)
    assert len(named) > 1
    for address in named:
        assert address.startswith(assets(page_client))
        assert page_client.get(address).status_code == 200


def test_no_script_or_style_stands_in_the_document(page_client: httpx.Client) -> None:
    document = page_client.get("/").text
    assert not re.search(r"<style|<script(?![^>]* src=)|\sstyle=|\son[a-z]+=", document)


def test_a_conversation_is_linked_to_where_the_setting_says() -> None:
    with directory(session_url="https://app.example/?a=1&b='{sessionId}'<") as client:
        assert (
            '<meta name="session-url" content="https://app.example/?a=1&amp;b=&#x27;{sessionId}&#x27;&lt;">'
            in client.get("/").text
        )


def test_without_the_setting_nothing_is_linked_to(page_client: httpx.Client) -> None:
    assert '<meta name="session-url" content="">' in page_client.get("/").text


@pytest.mark.parametrize("path", ["/", "/open/demo-bound", "/assets/{hash}/icon.svg"])
def test_a_head_is_that_of_the_answer(page_client: httpx.Client, path: str) -> None:
    path = path.replace("/assets/{hash}/", assets(page_client))
    head, whole = page_client.head(path), page_client.get(path)
    assert (head.status_code, head.content) == (200, b"")
    for name in ("content-length", "content-type", "cache-control", *HEADERS):
        assert head.headers[name] == whole.headers[name]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PROPFIND"])
@pytest.mark.parametrize("path", ["/", "/open/demo-bound", "/assets/0/icon.svg"])
def test_a_page_is_only_read(page_client: httpx.Client, method: str, path: str) -> None:
    answer = page_client.request(method, path)
    assert answer.status_code == 405
    assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD"}


def test_a_page_is_for_the_listed_hosts_alone() -> None:
    with directory(allowed_hosts=frozenset({"directory.example"})) as client:
        for path in ("/", "/open/demo-bound", "/assets/0/icon.svg"):
            answer = client.get(path)
            assert (answer.status_code, "html" in answer.text) == (400, False)
        assert client.get("/", headers={"Host": "directory.example"}).status_code == 200


# ------------------------------------------------------------------------------------------------ files
def test_a_file_is_kept_for_ever_under_its_hash(page_client: httpx.Client) -> None:
    answer = page_client.get(f"{assets(page_client)}icon.svg")
    assert answer.content == (FOLDER / "icon.svg").read_bytes()
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert told(answer) == HEADERS


def test_every_file_that_a_browser_loads_is_there(page_client: httpx.Client) -> None:
    files = read_folder(FOLDER)
    assert {"icon.svg"} < files.keys()
    for path, content in files.items():
        assert page_client.get(assets(page_client) + path).content == content


@pytest.mark.parametrize(
    "path",
    [
        "/assets/",
        "/assets/icon.svg",
        "/assets/0123456789abcdef/icon.svg",
        "{assets}",
        "{assets}index.html",
        "{assets}tsconfig.json",
        "{assets}package.json",
        "{assets}nothing.js",
        "{assets}ICON.SVG",
        "{assets}icon.svg/",
        "{assets}/icon.svg",
        "{assets}./icon.svg",
        "{assets}../icon.svg",
        "{assets}../../server/page/graphiql/explorer.js",
        "{assets}..%2f..%2fserver%2fpage%2fgraphiql%2fexplorer.js",
        "{assets}%2e%2e/%2e%2e/server/page/graphiql/explorer.js",
        "{assets}..%5c..%5cserver%5cpage%5cgraphiql%5cexplorer.js",
        "{assets}%2fetc%2fpasswd",
        "{assets}icon.svg%00.js",
        "/assets/../web/icon.svg",
        "/web/icon.svg",
    ],
)
def test_nothing_else_is_found_however_it_is_asked_for(page_client: httpx.Client, path: str) -> None:
    status, answer = as_written(page_client, path.replace("{assets}", assets(page_client)))
    assert status == 404
    assert "<svg" not in answer
    assert "There is nothing here." in answer


def as_written(client: httpx.Client, path: str) -> tuple[int, str]:
    """What is answered to `path`, which no client library has tidied."""
    with socket.create_connection((client.base_url.host, client.base_url.port or 0)) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: connection.recv(65_536), b"")).decode()
    return int(answer.split()[1]), answer


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one file that is served."""
    web = tmp_path / "web"
    (web / "parts").mkdir(parents=True)
    (web / "index.html").write_text('<link href="/assets/parts/one.js">')
    (web / "parts" / "one.js").write_text("one")
    return web


def test_only_files_that_a_browser_loads_are_read(folder: Path) -> None:
    (folder.parent / "secret.js").write_text("planted")
    (folder / "link.js").symlink_to(folder.parent / "secret.js")
    (folder / "linked").symlink_to(folder.parent)
    (folder / "node_modules").mkdir()
    os.mkfifo(folder / "pipe.js")
    for name in (
        ".hidden.js",
        "node_modules/installed.js",
        "notes.md",
        "package.json",
        "tsconfig.json",
        "one.ts",
        ".js",
    ):
        (folder / name).write_text("planted")
    assert read_folder(folder) == {"parts/one.js": b"one"}


def test_the_address_of_all_files_changes_with_any_of_them(folder: Path) -> None:
    def address() -> str:
        return Page(None, folder).assets.addressed("/assets/")

    first = address()
    assert address() == first
    (folder / "parts" / "one.js").write_text("two")
    second = address()
    (folder / "parts" / "one.js").rename(folder / "one.js")
    assert len({first, second, address()}) == 3


def test_a_module_brings_what_it_imports_each_once_and_not_what_comments_name_or_what_comes_later() -> None:
    files = {
        "one.js": b'/** @import {T} from "./type.js" */\nimport { two } from "./two.js";\nimport "./four.js";\n',
        "two.js": b'import {\n  a,\n  b,\n} from "./three.js";\nconst later = () => import("./later.js");\n',
        "three.js": b'// import "./commented.js";\nimport { one } from "./one.js";\n',
    }
    assert imported_with(["one.js", "two.js"], files) == ["one.js", "two.js", "four.js", "three.js"]


# ------------------------------------------------------------------------------------------------ other origins
def test_a_page_of_an_allowed_origin_may_import_the_files_and_caches_are_told() -> None:
    with directory(allowed_origins=frozenset({"https://app.example"})) as client:
        icon = f"{assets(client)}icon.svg"
        for origin, allowed in (("https://app.example", "https://app.example"), ("https://evil.example", None)):
            answer = client.get(icon, headers={"Origin": origin})
            assert answer.headers.get("access-control-allow-origin") == allowed
            assert answer.headers["vary"] == "Origin"
        assert client.get(icon).headers["vary"] == "Origin"


# ------------------------------------------------------------------------------------------------ the explorer
def test_the_explorer_is_not_there_unless_it_is_switched_on(page_client: httpx.Client) -> None:
    assert page_client.get("/explorer").status_code == 404
    with directory(explorer=False) as client:
        assert client.get("/explorer").status_code == 404


@pytest.fixture
def explorer_folder(tmp_path: Path) -> Path:
    """An explorer that nothing is installed for."""
    (tmp_path / "index.html").write_text('<meta name="style-nonce" content=""><script src="/explorer/explorer.js">')
    for name in ("explorer.js", "explorer.css"):
        (tmp_path / name).write_text("planted")
    return tmp_path


@contextmanager
def explorer(folder: Path) -> Iterator[httpx.Client]:
    app = Starlette(routes=Explorer(Assets("/assets", {}), folder).routes())
    with serving(app) as url, httpx.Client(base_url=url) as client:
        yield client


def test_the_image_brings_what_is_taken_of_the_installed_packages() -> None:
    copied = re.findall(
        r"^COPY --from=explorer /explorer/node_modules/(\S+) \$GRAPHIQL/(\S+)/$",
        (FOLDER.parent / "Dockerfile").read_text(),
        re.MULTILINE,
    )
    assert {path for path, _folder in copied} == set(INSTALLED.values())
    assert all(Path(path).parent == Path(folder) for path, folder in copied)


def test_an_explorer_that_is_not_installed_says_so_in_a_line(explorer_folder: Path) -> None:
    with explorer(explorer_folder) as client:
        answer = client.get("/explorer")
        assert client.get(f"/explorer/{sha256().hexdigest()[:16]}/explorer.js").status_code == 404
    assert answer.status_code == 404
    assert answer.text == "The explorer is not installed: run `make explorer`, and start the server again.\n"
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    assert told(answer) == HEADERS


def test_an_installed_explorer_has_a_policy_of_its_own_with_a_nonce_for_each_answer(explorer_folder: Path) -> None:
    for installed in INSTALLED.values():
        path = explorer_folder / "node_modules" / installed
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("installed")
    nonces = set()
    with explorer(explorer_folder) as client:
        for _ in range(2):
            answer = client.get("/explorer")
            [nonce] = re.findall('name="style-nonce" content="([^"]{20,})"', answer.text)
            nonces.add(nonce)
            own = {"style-src 'self'": f"style-src 'self' 'nonce-{nonce}'", "font-src 'self'": "font-src data:"}
            expected = HEADERS["content-security-policy"]
            for usual, other in own.items():
                expected = expected.replace(usual, other)
            assert answer.headers["content-security-policy"] == expected
            assert answer.headers["cache-control"] == "no-store"
        [script] = re.findall('src="([^"]*)"', answer.text)
        assert client.get(script).text == "planted"
        assert client.get(script.replace("explorer.js", "graphiql.js")).text == "installed"
        assert client.get(script.replace("explorer.js", "package.json")).status_code == 404
    assert len(nonces) == 2
