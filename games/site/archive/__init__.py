"""What was played: games, profiles, boards, figures, proofs."""
