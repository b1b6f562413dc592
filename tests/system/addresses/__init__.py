"""What every address answers, to everybody, whatever the operator has switched."""
