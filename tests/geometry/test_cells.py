from skep.geometry import DIRECTIONS, ORIGIN, SYMMETRIES, Cell


def test_opposite_steps_cancel() -> None:
    for direction in DIRECTIONS:
        assert ORIGIN.step(direction).step(direction.opposite) == ORIGIN
        assert ORIGIN.direction_to(ORIGIN.step(direction)) == direction


def test_symmetries_are_twelve_and_map_directions_like_cells() -> None:
    cell = Cell(3, -1)
    assert len({symmetry.of_cell(cell) for symmetry in SYMMETRIES}) == 12
    for symmetry in SYMMETRIES:
        assert symmetry.inverse.of_cell(symmetry.of_cell(cell)) == cell
        for direction in DIRECTIONS:
            assert symmetry.of_cell(ORIGIN.step(direction)) == ORIGIN.step(
                symmetry.of_direction(direction)
            )
