"""Published figures that several tests compare with."""

# Verhoeff's Yahtzee, free joker: expected points, standard deviation and chance of nothing.
YAHTZEE_BOXES = {
    "ones": (1.8813, 1.2160, 0.1084),
    "twos": (5.2825, 1.9979, 0.0180),
    "threes": (8.5693, 2.7137, 0.0095),
    "fours": (12.1583, 3.2869, 0.0060),
    "fives": (15.6874, 3.8510, 0.0050),
    "sixes": (19.1886, 4.6431, 0.0053),
    "three_of_a_kind": (21.6615, 5.6205, 0.0326),
    "four_of_a_kind": (13.0977, 11.0738, 0.3634),
    "full_house": (22.5918, 7.3760, 0.0963),
    "small_straight": (29.4612, 3.9841, 0.0180),
    "large_straight": (32.7113, 15.4409, 0.1822),
    "yahtzee": (16.8683, 23.6405, 0.6626),
    "chance": (22.0091, 2.5392, 0.0),
}
