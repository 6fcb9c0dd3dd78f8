"""What every format needs of a round: who takes part, as which units, what tables brought, who sat where."""
