"""Looks at many pages for names that stand between another's numbers."""

from playwright.sync_api import Page

from tests.system.e2e.reading_order import tangled, tangled_texts, texts_of

TURNED = "document.documentElement.dir = 'rtl'"
BACK = "document.documentElement.removeAttribute('dir')"


class Witness:
    """Measures pages and texts. `texts`: what pages showed without markup, to be measured last.
    `measured`: how many pairs of neighbours.
    """

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.texts: set[str] = set()
        self.measured = 0

    def looks_at(self, page: Page, *, turned: bool = True) -> None:
        """Measure what a page shows now; if `turned`, also as a page from right to left."""
        self.texts.update(texts_of(page))
        self._expect_order(*tangled(page, self.names))
        if turned:
            page.evaluate(TURNED)
            self._expect_order(*tangled(page, self.names, only_own=True))
            page.evaluate(BACK)

    def reads_texts_on(self, page: Page) -> None:
        """Measure the texts without markup."""
        self._expect_order(*tangled_texts(page, sorted(self.texts), self.names))

    def _expect_order(self, problems: list[str], measured: int) -> None:
        assert not problems, problems
        self.measured += measured
