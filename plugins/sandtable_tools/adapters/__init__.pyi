from sandtable_tools.adapters.environments import ParallelEnvironment as ParallelEnvironment
from sandtable_tools.adapters.environments import TurnEnvironment as TurnEnvironment
from sandtable_tools.adapters.open_spiel_game import load_game as load_game
from sandtable_tools.adapters.plot import plot as plot
