"""The name of a browser for people, from its user agent."""

# In this order: most browsers also name others.
BROWSERS = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"))
SYSTEMS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android")),
    *(("Windows", "Windows"), ("Mac OS", "Mac"), ("CrOS", "ChromeOS"), ("Linux", "Linux")),
)
UNKNOWN = "?"


def browser_of(agent: str) -> str:
    """Return such as "Firefox, Linux"; "?" for what is unknown."""
    browser = next((name for sign, name in BROWSERS if sign in agent), "")
    if not browser and "Safari" in agent:
        browser = "Safari"
    system = next((name for sign, name in SYSTEMS if sign in agent), "")
    return ", ".join(filter(None, (browser, system))) or UNKNOWN
