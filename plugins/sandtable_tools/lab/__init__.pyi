from sandtable.tooling import Batch as Batch
from sandtable.tooling import GameResult as GameResult
from sandtable.tooling import Job as Job
from sandtable.tooling import play_games as play_games
from sandtable.tooling import play_out as play_out
from sandtable.tooling import summary as summary
from sandtable.tooling import won as won
from sandtable_tools.lab.batch import simulate as simulate
