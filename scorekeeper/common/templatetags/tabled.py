"""The offer of a table as a file, next to the table."""

from django import template
from django.http import HttpRequest, QueryDict
from django.template import Context, Node, NodeList
from django.template.base import FilterExpression, Parser, Token, token_kwargs
from django.template.exceptions import TemplateSyntaxError
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from scorekeeper.common.tables.serving import show
from scorekeeper.common.tables_out import READ
from scorekeeper.common.tables_read import hold, is_asked, read

register = template.Library()
OF_THE_VISIT = ("as", READ, "table", "saved", "since")  # what an address says beside which page it is


@register.tag
def tabled(parser: Parser, token: Token) -> Node:
    """`{% tabled "moved" called=title at=url %}<table>…</table>{% endtabled %}`: below a table with rows its file.

    The name is its own on the page. `called` is what the file is called, else the caption. `at` is the address where
    the table stands, for pieces of pages that are drawn for another one. What was shown by POST is kept for its file,
    unless `at` says where else it stands.
    """
    tag, *bits = token.split_contents()
    if not bits:
        raise TemplateSyntaxError(f"{tag} needs a name")
    name = parser.compile_filter(bits.pop(0))
    options = token_kwargs(bits, parser)
    if bits or not options.keys() <= {"called", "at"}:
        raise TemplateSyntaxError(f"{tag} knows no {bits or options}")
    inside = parser.parse(("endtabled",))
    parser.delete_first_token()
    return Tabled(name, options, inside)


class Tabled(Node):
    def __init__(self, name: FilterExpression, options: dict[str, FilterExpression], nodelist: NodeList) -> None:
        self.name, self.options, self.nodelist = name, options, nodelist

    def render(self, context: Context) -> SafeString:
        html = self.nodelist.render(context)
        request: HttpRequest | None = context.get("request")
        if request is None or "<td" not in html:
            return html
        name, at, called = str(self.name.resolve(context)), self._option("at", context), self._option("called", context)
        if request.method == "POST" and not at:
            table = read(html, name=called)
            offer = (
                {"address": f"{reverse('shown_table', args=[show(request, table)])}?", "kept": True} if table else {}
            )
        else:
            if is_asked(request, name) and (table := read(html, name=called)):
                hold(request, table)
            offer = {"address": f"{at}?{_query(request, name, at)}&"}
        return mark_safe(html + (render_to_string("components/_files_read.html", offer) if offer else ""))  # noqa: S308 both come from templates

    def _option(self, option: str, context: Context) -> str:
        return str(self.options[option].resolve(context)) if option in self.options else ""


def _query(request: HttpRequest, name: str, at: str) -> str:
    """What an address says to have this table read off its page: of this page's own all that says which page it is."""
    query = QueryDict(mutable=True) if at else request.GET.copy()
    for parameter in OF_THE_VISIT:
        query.pop(parameter, None)
    query[READ] = name
    return query.urlencode()
