from sandtable_tools.lab.batch import simulate as simulate
