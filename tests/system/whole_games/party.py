"""The people of a row: what each of them does in its games besides playing."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from tests.site.account.notifications.browser import PushBrowser
from tests.site.events.tournaments.tab import SocketArenaTab
from tests.system.whole_games.dimensions import DIMENSIONS, Row
from tests.system.whole_games.installation import Installation
from tests.system.whole_games.journal import Absence, MadeCard, Table
from tests.system.whole_games.player import LATE_REFUSALS, Player, Refused

LATE_TURN, AWAY_TURN, TOLD_TURN, RESIGN_TURN, STAFF_TURN = 2, 3, 4, 5, 5
LOST_TURNS = (2, 5, 8)
SHORT_TURN = 2
"""In a rematch all but one resign in this turn."""
ASK_AGAIN_S = 1.0
SOLVED_S = 1.0
"""How often to ask for a hint while house rules are being solved."""

Deed = Callable[[], Awaitable[None]]
Moment = tuple[int, bool]
"""A turn, and whether dice lie on the table."""


class Party:
    """Everybody of one row. number: that of the row. tables: of each room, for the journal."""

    player_class = Player

    def __init__(self, site: Installation, number: int, row: Row, people: int) -> None:
        self.site = site
        self.number = number
        self.row = row
        self.players = [self._player(each) for each in range(people)]
        self.tables: dict[str, Table] = {}
        self.tournament = ""
        self.card: MadeCard | None = None
        self.tournament_tabs: list[SocketArenaTab] = []

    def _player(self, index: int) -> Player:
        row = self.row
        person = self.site.person(
            account=row["people"] == "accounts" or (row["people"] == "both" and index % 2 == 0)
        )
        whole = row["views"] == "whole" or (row["views"] == "both" and index % 2 == 1)
        sealing = {"all": "seal", "plain": "plain", "none": "nothing"}.get(row["seals"])
        alternating = "seal" if index % 2 == 1 else "plain"
        seed = f"{self.number} {index}"
        server = self.number + index
        return self.player_class(self.site, person, server, whole, sealing or alternating, seed)

    @property
    def host(self) -> Player:
        """The first of the people."""
        return self.players[0]

    def mates(self, player: Player) -> list[Player]:
        """Return the others of the party in the player's room."""
        return [each for each in self.players if each is not player and each.room == player.room]

    def note_game(self, player: Player) -> None:
        """Note who plays the game that has begun in the player's room."""
        table = self.tables.get(player.room)
        if table is None:
            table = self.tables[player.room] = Table(self.number, player.room)
            self.site.journal.tables.append(table)
        game = player.view["game"]
        if game not in table.games:
            table.games.append(game)
            table.players = [seat["player"] for seat in player.view["seats"]]

    def told(self) -> str:
        """Return where everybody is, for messages."""
        return "; ".join(f"{each.person.name} {each.where()}" for each in self.players)

    async def close_tournament(self) -> None:
        """Let the tournament of the row end, and close its tabs."""
        if self.tournament:
            await self.site.ask_desk("finish", code=self.tournament)
        for tab in self.tournament_tabs:
            await tab.leave()

    # --- What each of them does -----------------------------------------------------------

    def deeds(self, player: Player) -> dict[Moment, list[Deed]]:
        """Return what a player does in their first game, by the moment of their own turn."""
        row, index, last = self.row, self.players.index(player), len(self.players) - 1
        found: list[tuple[Moment, Deed]] = []
        if row["hints"] == "asked" and index == 0:
            found.append(((1, True), lambda: ask_for_hint(player)))
        if row["talk"] == "chatting":
            found.append(((1, False), lambda: open_chat(player)))
        if row["talk"] == "chatting" and index == 0:
            found += [((turn, False), lambda: talk(player)) for turn in (1, 2)]
        if row["late"] == "a turn" and index == min(1, last):
            found.append(((LATE_TURN, False), lambda: be_late(player)))
        if row["late"] == "away" and index == 1:
            found.append(((AWAY_TURN, False), lambda: self._be_away(player)))
        if row["sockets"] == "lost" and index in {last, 2}:
            found += [((turn, False), lambda: lose(player)) for turn in LOST_TURNS]
        if row["clock"] == "day" and index == last:
            found.append(((TOLD_TURN, False), lambda: self._be_told(player)))
        if row["end"] == "staff" and index == 0:
            found.append(((STAFF_TURN, False), lambda: self._be_ended(player)))
        if index in self._resigning():
            found.append(((RESIGN_TURN, False), lambda: resign(player)))
        deeds: dict[Moment, list[Deed]] = {}
        for moment, deed in found:
            deeds.setdefault(moment, []).append(deed)
        return deeds

    def _resigning(self) -> range:
        """Return the indices of those who resign in the first game."""
        count_ = len(self.players)
        ends = {"one resigns": range(count_ - 1, count_), "one is left": range(1, count_)}
        return ends.get(self.row["end"], range(0))

    def short_deeds(self, player: Player) -> dict[Moment, list[Deed]]:
        """Return what a player does in a second game: all but the host resign early."""
        if player is self.host and len(self.players) > 1:
            return {}
        return {(SHORT_TURN, False): [lambda: resign(player)]}

    async def play(self, player: Player, deeds: dict[Moment, list[Deed]]) -> None:
        """Play the game in the player's room to its end."""
        self.note_game(player)
        leaves = self._leaves_early(player)
        while not player.is_over:
            if player.seat in player.view["revealing"]:
                await player.show_seed()
            elif player.may_act and (deed := next_deed(player, deeds)):
                await player.wait_for_round()
                await deed()
            elif player.may_act:
                await self._wait_for_absence(player)
                await player.move()
            elif leaves and player.turn > player.view["rounds"]:
                await subscribe(self.site, player, f"/send/{player.person.id}")
                self._note_absence(player, "over")
                await player.leave()
                return
            else:
                await player.news()

    async def _be_ended(self, player: Player) -> None:
        """Have staff end the game and close the table."""
        room = await self.site.ask_desk("room_id", code=player.room)
        form = {"action": "end", "_selected_action": str(room)}
        answer = await self.site.page("/admin/games/room/", self.site.staff, form)
        assert answer.status == 302, (answer.status, answer.body[-2000:])
        await player.until(lambda: player.is_over)

    # --- Absences -------------------------------------------------------------------------

    async def _be_away(self, player: Player) -> None:
        """Leave until the seat was played automatically, as the others have asked."""
        mate, seat, turn = self.mates(player)[0], player.seat, player.turn
        assert seat is not None
        await player.leave()
        await automate(mate, seat, turn)
        await player.come_back()

    async def _be_told(self, player: Player) -> None:
        """Leave until a notification says that it is one's turn."""
        endpoint = f"/send/{player.person.id}"
        await subscribe(self.site, player, endpoint)
        self._note_absence(player, "turn")
        await player.leave()
        await asyncio.to_thread(self.site.wait_for_push, endpoint)
        await player.come_back()

    def _leaves_early(self, player: Player) -> bool:
        """Whether a player leaves after their last box, so that they have to be told of the end."""
        row = self.row
        whole = row["clock"] == "day" and row["end"] == "full cards" and len(self.players) > 1
        return whole and player is self.host and row["opening"] == "link" and row["again"] == "no"

    async def _wait_for_absence(self, player: Player) -> None:
        """Make the last move only when the host has left for good, so that they are told."""
        last = player.turn == player.view["rounds"]
        if last and player is self.players[-1] and self._leaves_early(self.host):
            host = self.host.person.id
            await player.until(lambda: host in player.tab.presence["away"] or player.is_over)

    def _note_absence(self, player: Player, kind: str) -> None:
        game = player.view["game"]
        self.site.journal.absences.append(Absence(player.person.id, kind, game))


def next_deed(player: Player, deeds: dict[Moment, list[Deed]]) -> Deed | None:
    """Return the next thing to do at this moment, and strike it off."""
    own = player.own["turn"]
    waiting = deeds.get((own["number"], own["dice"] is not None))
    return waiting.pop(0) if waiting else None


def is_house_rules(player: Player) -> bool:
    """Whether the table plays house rules."""
    return player.view["variant"]["id"] not in DIMENSIONS["variant"]


async def ask_for_hint(player: Player) -> None:
    """Ask for the best choice, with what it is good for; in a later turn if time has run out."""
    while not player.is_over:
        refusal = await refusal_of(player.ask("hint", **player.moment(), explain=True))
        if not refusal:
            assert player.tab.hints[-1]["options"], "a hint without a choice"
            return
        if refusal == "forbidden" and is_house_rules(player):
            await asyncio.sleep(SOLVED_S)  # its rules are being solved
            continue
        assert refusal in LATE_REFUSALS, refusal
        await player.until(lambda: player.may_act or player.is_over)
        if not player.is_over and player.own["turn"]["dice"] is None:
            await player.move()


async def talk(player: Player) -> None:
    """Say something and react. In rounds nobody may, while dice are hidden; strangers write only
    when all who play have opened the chat.
    """
    hidden = player.view["mode"] == "rounds"
    before = may_write(player)
    refusal = await refusal_of(player.ask("chat", text="Good luck!"))
    expected = {not hidden and may for may in (before, may_write(player))}
    assert (not refusal) in expected, ("chat", refusal, player.tab.room.get("talk"))
    assert refusal in ("", "forbidden")
    refusal = await refusal_of(player.ask("react", reaction="clap"))
    assert refusal == ("forbidden" if hidden else ""), ("react", refusal)


def may_write(player: Player) -> bool:
    """Whether the player may write, as far as their page knows."""
    room = player.tab.room
    talkers = room.get("talk")
    if talkers is None:
        return True
    people = [each for each in room["seats"] if each["player"] is not None and not each["bot"]]
    sides = {each.get("operator") or each["player"] for each in people}
    return len(sides) >= 2 and player.person.id in sides <= {*talkers}


async def open_chat(player: Player) -> None:
    """Tap Chat at a table of strangers; elsewhere everybody may write anyway."""
    strangers = "talk" in player.tab.room
    refusal = await refusal_of(player.ask("talk", on=True))
    assert refusal == ("" if strangers else "forbidden"), refusal


async def refusal_of(asking: Awaitable[object]) -> str:
    """Return the code with which a command is refused, "" if it is not."""
    try:
        await asking
    except Refused as refused:
        return refused.code
    return ""


async def be_late(player: Player) -> None:
    """Do nothing until time is up."""
    turn = player.turn
    await player.until(lambda: player.turn > turn or player.is_over)


async def lose(player: Player) -> None:
    """Lose the connection after the next move."""
    player.losses += 1


async def resign(player: Player) -> None:
    try:
        await player.ask("resign", game=player.view["game"])
    except Refused as refused:
        if refused.code not in LATE_REFUSALS:
            raise
    await player.until(lambda: player.is_over or player.own["out"])


async def automate(player: Player, seat: int, turn: int) -> None:
    """Ask that an absent player's seat is played automatically, until it was.

    The player may see the turn begin later than the absent one did.
    """

    def is_played() -> bool:
        number = player.view["seats"][seat]["turn"]["number"]
        done = number == turn and seat in player.view.get("done", ())
        return player.is_over or number > turn or done

    while not is_played():
        refusal = await refusal_of(player.ask("play_on", game=player.view["game"], seat=seat))
        assert refusal in ("", "forbidden", "stale", "game_over"), refusal
        if refusal:
            await asyncio.sleep(ASK_AGAIN_S)
        else:
            await player.until(is_played)


async def subscribe(site: Installation, player: Player, endpoint: str) -> None:
    """Let a browser of the player be notified."""
    browser = PushBrowser(f"http://{site.push.host}{endpoint}")
    text = msgspec.json.encode(browser.subscription).decode()
    answer = await site.page("/notifications/subscribe", player.person, {"subscription": text})
    assert answer.status == 200, answer.body
