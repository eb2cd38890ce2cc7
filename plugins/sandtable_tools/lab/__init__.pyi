from sandtable_batch import Batch as Batch
from sandtable_batch import GameResult as GameResult
from sandtable_batch import Job as Job
from sandtable_batch import play_games as play_games
from sandtable_batch import play_out as play_out
from sandtable_batch import summary as summary
from sandtable_batch import won as won
from sandtable_tools.lab.batch import simulate as simulate
