"""All settings. Without environment variables the site runs on SQLite in one process.

docs/settings.md explains every environment variable that is read here.
"""

from pathlib import Path
from typing import Any

from csp.constants import NONCE, NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from yachtsite import __version__
from yachtsite.environment import PrivateAddresses, Values, stored_secret_key
from yachtsite.key_files import read_key_file
from yachtsite.limits import limits_with
from yachtsite.log_settings import logging_of
from yachtsite.provider_settings import variables_of

RELEASE = __version__
BASE_DIR = Path(__file__).resolve().parent.parent
env = Values()

DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "var")))
DEBUG: bool = env.bool("DEBUG", default=False)
HTTPS: bool = env.bool("HTTPS", default=False)


SECRET_KEY: str = env.str("SECRET_KEY", default="") or stored_secret_key(DATA_DIR)
# By default addresses of a home network, too: a friend's phone comes that way. Health checks use
# 127.0.0.1.
ALLOWED_HOSTS: list[str] = [
    *env.list("ALLOWED_HOSTS", default=["localhost", PrivateAddresses("private addresses")]),
    "127.0.0.1",
]
# Links in mail begin with this address. If it is empty, see games/platform/server/site_url.py.
SITE_URL: str = env.str("SITE_URL", default="").rstrip("/")
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "channels",
    "games",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "games.platform.server.headers.SecurityHeaders",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Safe from BREACH: Django masks form tokens differently each time, and adds random bytes.
    "django.middleware.gzip.GZipMiddleware",
    # Outside of all that adds to an answer, so that a repeated form gets the whole one.
    "games.site.shared.pages.sent_forms.Replay",
    "games.site.shared.pages.content_security.ContentSecurityMiddleware",
    "games.platform.server.forms.ParseForm",
    "games.platform.limits.origin.Origin",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "games.platform.language.middleware.LanguageAddresses",
    "games.platform.language.middleware.Language",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "games.site.shared.pages.sent_forms.Once",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "games.site.account.family.middleware.FamilyLock",
    "games.site.shared.pages.members_only.MembersOnly",
    "games.site.shared.pages.refusals.Refusals",
    "games.site.archive.community.mended_links.MendedLinks",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

# With DEBUG, developers also have the style guide. No installation has the workshop.
ROOT_URLCONF = (
    "workshop.styleguide.urls" if DEBUG and (BASE_DIR / "workshop").is_dir() else "yachtsite.urls"
)
ASGI_APPLICATION = "yachtsite.asgi.application"
TEMPLATE_LOADERS = [
    "django.template.loaders.filesystem.Loader",
    "django.template.loaders.app_directories.Loader",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            # No cache with DEBUG: `manage.py serve` never reloads, but edited templates must show.
            "loaders": TEMPLATE_LOADERS
            if DEBUG
            else [("django.template.loaders.cached.Loader", TEMPLATE_LOADERS)],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.site.shared.pages.etags.version_for_templates",
                "games.site.front.app.views.push_for_templates",
            ],
            "builtins": [
                "games.platform.language.address_tags",
                "games.platform.language.direction_tags",
                "games.platform.site_settings.site_tags",
            ],
            # The tag libraries for `{% load %}`, each beside the code that it shows.
            "libraries": {
                "avatars": "games.people.accounts.avatar_tags",
                "dice": "games.site.shared.pages.dice_tags",
                "importmap": "games.platform.bundling.importmap_tags",
                "language": "games.site.shared.pages.language_tags",
                "legal": "games.site.account.legal.legal_tags",
                "owner": "games.site.account.factors.owner_tags",
                "providers": "games.site.account.providers.provider_tags",
                "names": "games.site.shared.pages.name_tags",
                "puzzles": "games.site.events.puzzles.puzzle_tags",
                "sections": "games.site.shared.pages.section_tags",
                "game_names": "games.site.shared.pages.game_name_tags",
                "page_head": "games.site.shared.sharing.page_head_tags",
                "stylesheets": "games.platform.bundling.stylesheet_tags",
                "times": "games.site.shared.pages.time_tags",
            },
        },
    },
]

# --- Database -------------------------------------------------------------------------------

POOL_SIZE: int = env.int("DATABASE_POOL", default=20)
SQLITE_SYNCHRONOUS: str = env.str("SQLITE_SYNCHRONOUS", default="FULL")


def database() -> dict[str, Any]:
    """Return the settings of the one database: PostgreSQL by DATABASE_URL, else SQLite.

    Raises ImproperlyConfigured.
    """
    url = env.str("DATABASE_URL", default="") or f"sqlite:///{DATA_DIR / 'yacht.sqlite3'}"
    if not url.startswith(("postgres://", "postgresql://", "psql://", "pgsql://", "sqlite://")):
        raise ImproperlyConfigured("DATABASE_URL must begin with postgres:// or sqlite://.")
    try:
        config: dict[str, Any] = env.db_url_config(url)
    except ValueError as error:
        raise ImproperlyConfigured(f"DATABASE_URL cannot be read: {error}.") from error
    if config["ENGINE"].endswith("sqlite3"):
        # Our own backend: in one process, the threads that write take turns.
        config["ENGINE"] = "games.platform.database.overrides.django_sqlite"
        # Without IMMEDIATE, a transaction that reads before it writes fails if another one writes.
        config["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": f"PRAGMA journal_mode=WAL;PRAGMA synchronous={SQLITE_SYNCHRONOUS};",
        }
        config["TEST"] = {"NAME": DATA_DIR / "test.sqlite3"}
    else:
        config["CONN_MAX_AGE"] = 0
        # The pool checks a connection before use, and replaces one that the database has closed.
        config["CONN_HEALTH_CHECKS"] = True
        config["OPTIONS"] = {
            # Prepare a query (plan it once) at its sixth use. Without `prepare_threshold`, psycopg
            # prepares nothing, not even with prepare=True.
            "prepare_threshold": 5,
            # Notice a server that disappears silently: libpq would wait for hours.
            "connect_timeout": 5,
            "tcp_user_timeout": 15000,
            "keepalives_idle": 10,
            "keepalives_interval": 5,
            "keepalives_count": 3,
            "server_side_binding": True,
            "pool": {"min_size": min(2, POOL_SIZE), "max_size": POOL_SIZE, "timeout": 5},
            "options": "-c statement_timeout=10000 -c lock_timeout=3000"
            " -c idle_in_transaction_session_timeout=10000"
            # Compiling a plan takes half a second, more than any query of ours gains by it.
            " -c jit=off",
        }
    return config


DATABASES = {"default": database()}
# Instead of a password within DATABASE_URL.
if password := env.str("DATABASE_PASSWORD", default=""):
    DATABASES["default"]["PASSWORD"] = password
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Redis ----------------------------------------------------------------------------------

REDIS_URL: str = env.str("REDIS_URL", default="")
CHANNEL_LAYER: str = env.str("CHANNEL_LAYER", default="pubsub")


def channel_layer() -> dict[str, Any]:
    """Return the channel layer: Redis when REDIS_URL is set, else memory (one process only)."""
    if not REDIS_URL:
        return {"BACKEND": "channels.layers.InMemoryChannelLayer"}
    host = {"address": REDIS_URL, "socket_connect_timeout": 3, "socket_keepalive": True}
    if CHANNEL_LAYER == "core":
        # The core layer blocks for 5 s in BZPOPMIN: the socket's own timeout must be longer.
        return {
            "BACKEND": "channels_redis.core.RedisChannelLayer",
            "CONFIG": {
                "hosts": [{**host, "socket_timeout": 15, "max_connections": 1000}],
                "capacity": 5000,
                "expiry": 10,
            },
        }
    return {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [{**host, "socket_timeout": 15}]},
    }


CHANNEL_LAYERS = {"default": channel_layer()}

# Frames per second that one socket may send, and the size of a burst. A rate of 0: no limit.
SOCKET_RATE: float = env.float("SOCKET_RATE", default=20.0)
SOCKET_BURST: float = env.float("SOCKET_BURST", default=40.0)

# Sockets that one address may have open in a process. 0: no limit, for new sockets too.
SOCKETS_PER_ADDRESS: int = env.int("SOCKETS_PER_ADDRESS", default=200)

# Pages that a process computes at once. Others wait (games/platform/limits/page_limit.py).
PAGES_AT_ONCE: int = env.int("PAGES_AT_ONCE", default=8)

# --- The worker -----------------------------------------------------------------------------

# Off if `manage.py worker` runs in a separate process.
EMBEDDED_WORKER: bool = env.bool("EMBEDDED_WORKER", default=True)
# A process whose event loop stands still this long ends itself. 0: never, as with DEBUG, where a
# debugger may hold it.
HANG_SECONDS: float = env.float("HANG_SECONDS", default=0.0 if DEBUG else 15.0)
# Two bots play on the home page while nobody else plays in public.
DEMONSTRATION: bool = env.bool("DEMONSTRATION", default=True)
# The worker schedules the series of tournaments (the admin has them).
TOURNAMENTS: bool = env.bool("TOURNAMENTS", default=True)
# Clocks of 2, 3 and 7 days, and holidays. None: as the database says, which is yes on sites that
# began with a release that knows them. Release 1.0 cannot read games with these clocks.
LONG_CLOCKS: bool | None = env.bool("LONG_CLOCKS", default=None)
# How old accounts without finished games must be to open tournaments.
TOURNAMENT_HOST_HOURS: int = env.int("TOURNAMENT_HOST_HOURS", default=24)

# --- Encryption of the dice's secrets in the database -----------------------------------------

# 32 random bytes in Base64 each, the newest first. None: a key is created in DATA_DIR.
DICE_KEYS: list[str] = env.list("DICE_KEYS", default=[])

# --- Backups ----------------------------------------------------------------------------------

# Directory for the worker's nightly backups, if relative in DATA_DIR; empty: none.
BACKUP_DIR: str = env.str("BACKUP_DIR", default="")
if BACKUP_DIR:
    BACKUP_DIR = str(DATA_DIR / BACKUP_DIR)

# --- Players --------------------------------------------------------------------------------

AUTH_USER_MODEL = "games.User"
# A file with words of the operator for which names and chat are refused; empty: none.
EXTRA_SLURS: str = env.str("EXTRA_SLURS", default="")
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
PASSWORD_HASHERS = [
    "games.people.accounts.hashing.PacedArgon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
SESSION_ENGINE = "games.people.accounts.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 400
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "games.site.shared.pages.out_of_date.csrf_failure"

# Empty: as the operator has chosen in the browser, else it is printed.
EMAIL_URL: str = env.str("EMAIL_URL", default="")
EMAIL_BACKEND = "games.platform.site_settings.mail.Backend"
if EMAIL_URL:
    vars().update(env.email_url_config(EMAIL_URL))
# Seconds that each step of sending may take. After that, the worker tries again later.
EMAIL_TIMEOUT: int = env.int("EMAIL_TIMEOUT", default=10)
# Empty: games/platform/site_settings/mail.py.
DEFAULT_FROM_EMAIL: str = env.str("DEFAULT_FROM_EMAIL", default="")

# Notifications by push services, with this private key (`manage.py make_push_key`). Without one,
# `manage.py prepare` makes it, in DATA_DIR.
PUSH: bool = env.bool("PUSH", default=True)
VAPID_FILE = DATA_DIR / "vapid_key"
VAPID_KEY: str = env.str("VAPID_KEY", default="")
if not PUSH:
    VAPID_KEY = ""
elif not VAPID_KEY and VAPID_FILE.exists():
    VAPID_KEY = read_key_file(VAPID_FILE).strip()
# The contact for push services, mailto:... or https://...; empty: DEFAULT_FROM_EMAIL.
VAPID_CONTACT: str = env.str("VAPID_CONTACT", default="")
# Hosts (with the port, if any) of the operator's own push services, which may be private and
# without HTTPS.
PUSH_HOSTS: list[str] = env.list("PUSH_HOSTS", default=[])
# The same for addresses to which circles post their news.
HOOK_HOSTS: list[str] = env.list("HOOK_HOSTS", default=[])

# --- The operator ---------------------------------------------------------------------------

# Empty: as the operator has chosen in the browser (games/platform/site_settings/current.py).
SITE_NAME: str = env.str("SITE_NAME", default="")
SITE_LANGUAGE: str = env.str("SITE_LANGUAGE", default="")

# What is allowed here: games/people/accounts/site_rules.py is the only reader.
# None: as the operator has chosen in the browser.
INVITE_ONLY: bool | None = env.bool("INVITE_ONLY") if env.str("INVITE_ONLY", default="") else None
GUESTS: bool = env.bool("GUESTS", default=True)
SIGN_UP: bool = env.bool("SIGN_UP", default=True)
CHAT: bool = env.bool("CHAT", default=True)
PUBLIC_TABLES: bool = env.bool("PUBLIC_TABLES", default=True)
STRANGERS: bool = env.bool("STRANGERS", default=True)
# People sign in with the providers below only.
ONLY_SSO: bool = env.bool("ONLY_SSO", default=False)

# Names of providers with which people can sign in. Each has variables of its own, such as
# OIDC_SCHOOL_ISSUER: games/site/account/providers/offered.py reads them.
OIDC_PROVIDERS: list[str] = env.list("OIDC_PROVIDERS", default=[])

OIDC: dict[str, dict[str, str]] = variables_of(OIDC_PROVIDERS)

# Directory with the operator's texts (deploy/legal has templates); empty: those that they have
# written in the browser.
LEGAL_DIR: str = env.str("LEGAL_DIR", default="")
# Where to report vulnerabilities, mailto:... or https://..., for /.well-known/security.txt.
SECURITY_CONTACT: str = env.str("SECURITY_CONTACT", default="")

# --- Security -------------------------------------------------------------------------------

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
HSTS_SECONDS: int = env.int("HSTS_SECONDS", default=31536000)
# "subdomains", "preload": what else the promise covers. Both reach beyond this site.
HSTS: list[str] = env.list("HSTS", default=[])
SECURE_HSTS_SECONDS = HSTS_SECONDS if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS and "subdomains" in HSTS
SECURE_HSTS_PRELOAD = HTTPS and "preload" in HSTS
# They would have every site promise HTTPS for the hosts beside it.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# Browser features that nobody may use here, not even code that gets into our pages. Browsers log an
# error for a feature that they do not know on this system.
FORBIDDEN_FEATURES = (
    *("accelerometer", "autoplay", "browsing-topics", "camera", "clipboard-read"),
    *("display-capture", "encrypted-media", "fullscreen", "geolocation", "gyroscope", "hid"),
    *("idle-detection", "local-fonts", "magnetometer", "microphone", "midi", "payment"),
    *("picture-in-picture", "screen-wake-lock", "serial", "usb"),
    *("window-management", "xr-spatial-tracking"),
)
SECURITY_HEADERS = {
    "Permissions-Policy": ", ".join(
        (*(f"{feature}=()" for feature in FORBIDDEN_FEATURES), "publickey-credentials-get=(self)")
    ),
    # Other sites may neither show nor load our pages and files. The API allows reading by CORS.
    "Cross-Origin-Resource-Policy": "same-origin",
}
# Whose word on addresses and schemes counts: games/platform/limits/proxies.py is the only reader.
TRUSTED_PROXIES: list[str] = env.str("TRUSTED_PROXIES", default="").replace(",", " ").split()
# The setting of release 1.0.0: one proxy, at a loopback or private address.
TRUST_PROXY: bool = env.bool("TRUST_PROXY", default=False)

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "font-src": [SELF],
        "media-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}

# --- Games ----------------------------------------------------------------------------------

# Names of games and boxes, by id, in place of the usual ones: VARIANT_NAMES="yahtzee=Five Dice".
VARIANT_NAMES: dict[str, str] = env.dict("VARIANT_NAMES", default={})

# --- Perfect play ---------------------------------------------------------------------------

# Directory for the tables of perfect play, computed on first use and shared by all processes.
SOLVER_DIR = Path(env.str("SOLVER_DIR", default=str(DATA_DIR / "solver")))
# Directory with tables that were made when an image was built. It is only read. Empty: none.
SOLVER_TABLES: str = env.str("SOLVER_TABLES", default="")

# --- Static files, language, time -----------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
# Directory with files that were collected when an image was built: `manage.py prepare` adds them to
# STATIC_ROOT. Empty: none.
COLLECTED_FILES: str = env.str("COLLECTED_FILES", default="")
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "games.platform.bundling.BundledStaticFilesStorage"
    },
}
WHITENOISE_MAX_AGE = 31536000
WHITENOISE_ALLOW_ALL_ORIGINS = False
LANGUAGE_CODE = "en"
# Each language has catalogues in locale/ (docs/languages.md).
LANGUAGES = [
    ("en", "English"),
    ("da", "Dansk"),
    ("de", "Deutsch"),
    ("es", "Español"),
    ("fi", "Suomi"),
    ("fr", "Français"),
    ("it", "Italiano"),
    ("nb", "Norsk"),
    ("nl", "Nederlands"),
    ("pl", "Polski"),
    ("pt-br", "Português"),
    ("sv", "Svenska"),
]
# The game that readers of a language know: forms for a table begin with it, and so do all other
# pages if it is one of the official games, else they begin with Yahtzee. The last three are no
# languages of the site.
KNOWN_GAMES = {
    "en": "yahtzee",
    "da": "yatzy",
    "de": "yahtzee",
    "es": "generala",
    "fi": "yatzy",
    "fr": "yahtzee",
    "it": "yahtzee",
    "nb": "yatzy",
    "nl": "yatzy",
    "pl": "yahtzee",
    "pt-br": "generala",
    "sv": "yatzy",
    **dict.fromkeys(("is", "nn", "no"), "yatzy"),
}
# Languages whose texts a native speaker has read and found right. The others ask their readers to
# tell what reads wrong: see docs/languages.md.
CONFIRMED_LANGUAGES: list[str] = env.list("CONFIRMED_LANGUAGES", default=["en", "de"])
LOCALE_PATHS = [BASE_DIR / "locale"]
# `script/make messages --pseudo` writes a language that shows which texts are not marked.
if (DATA_DIR / "locale" / "en_XA").is_dir():
    LANGUAGES.append(("en-xa", "Pseudo"))
    LOCALE_PATHS.append(DATA_DIR / "locale")
BROWSER_NAMES = "games.tables.rooms.words.browser_names"
FORMAT_MODULE_PATH = "yachtsite.formats"
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 400
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_HTTPONLY = True
TIME_ZONE = "UTC"
USE_TZ = True

# --- Same dice ------------------------------------------------------------------------------

# After this many rated games, of any variant, a player is ranked where everybody has the same dice.
SAME_DICE_RATED_GAMES: int = env.int("SAME_DICE_RATED_GAMES", default=5)

# --- Metrics --------------------------------------------------------------------------------

# For Prometheus, each process of a machine takes the first free port from here on. 0: none.
METRICS_PORT: int = env.int("METRICS_PORT", default=0)
METRICS_ADDRESS: str = env.str("METRICS_ADDRESS", default="127.0.0.1")

# --- Logging --------------------------------------------------------------------------------

# "text", or "json" for one object a line.
LOG_FORMAT: str = env.str("LOG_FORMAT", default="text")
LOGGING = logging_of(LOG_FORMAT, env.str("LOG_LEVEL", default="WARNING"))

# --- Limits of the pages (games/platform/limits/rates.py) -------------------------------------

# LIMITS="room=600/3600,guest=600/3600" replaces single limits.
LIMITS = limits_with(env.dict("LIMITS", default={}))
