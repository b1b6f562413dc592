"""The pages that browser tests visit, and that pictures show.

tests/site/shared/pages/test_list.py finds those that are missing.
"""

FOR_ALL = {
    "home": "/",
    "new-room": "/new/?variant=triple_yahtzee",
    "device": "/device/",
    "cards": "/cards/",
    "new-card": "/cards/new?variant=yahtzee",
    "new-appointment": "/d/new?variant=yatzy",
    "circles": "/circles/",
    "new-circle": "/circles/new",
    "sign-in": "/sign-in/",
    "sign-up": "/sign-up/",
    "password-reset": "/password/reset/",
    "learn": "/learn/",
    "community": "/community/",
    "rules": "/rules/",
    "rules-of": "/rules/triple_yahtzee/",
    "house-rules-editor": "/rules/x/?from=yatzy%2Btwo-pairs-of-four",
    "house-rules": "/rules/x/yatzy+no-chance+with-even+bonus-100/",
    "house-rules-maxi": "/rules/x/maxi_yatzy/",
    "scorecard": "/scorecard/",
    "offline-games": "/offline-games/",
    "daily": "/daily/",
    "same-dice": "/same-dice/",
    "puzzles": "/puzzles/",
    "puzzle-today": "/puzzles/today/",
    "streak": "/puzzles/streak/?variant=yatzy",
    "fair": "/fair/",
    "dice": "/fair/dice/",
    "log": "/fair/log/",
    "analysis": "/analysis/",
    "analysis-triple": "/analysis/triple_yahtzee/",
    "leaderboards": "/leaderboards/",
    "leaderboards-week": "/leaderboards/yahtzee/?board=week",
    "leaderboards-records": "/leaderboards/yatzy/?board=records&games=solo",
    "strength": "/strength/",
    "strength-triple": "/strength/triple_yahtzee/",
    "api": "/api/",
    "bots": "/bots/",
    "tournaments": "/tournaments/",
    "settings": "/settings/",
    "settings-table": "/settings/table/",
    "settings-family": "/settings/family/",
    "privacy": "/privacy/",
    "wording": "/wording/?at=/learn/",
}
"""By name. Anybody may see them."""
OFFLINE = "/app/offline/en/"
FOR_GUESTS = (
    *("/games/", "/settings/", "/settings/notices/", "/settings/privacy/"),
    *("/account/keep/", "/tournaments/new/", "/settings/reports/", "/decisions/"),
)
"""Of somebody who has a name."""
FOR_ACCOUNTS = (
    *("/games/", "/settings/", "/settings/notices/", "/settings/privacy/"),
    *("/account/delete/", "/sign-out/", "/settings/reports/", "/decisions/"),
    *("/settings/second-factor/", "/settings/providers/", "/sign-in/again/"),
)
