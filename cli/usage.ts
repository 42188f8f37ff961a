/** Text of `wildlife --help`. */
export const usage = `Imports videos, pictures and labels into a wildlife video annotation service, and exports its labels.

Usage: wildlife import FOLDER --url ADDRESS [options]
       wildlife import PACKAGE --url ADDRESS [options]
       wildlife import TABLE.csv --source NAME --url ADDRESS [options]
       wildlife import RESULTS.json --url ADDRESS [options]
       wildlife export --format FORMAT --out FILE --url ADDRESS [options]
       wildlife sign-in --url ADDRESS
       wildlife sign-out --url ADDRESS

import reads the videos and pictures of a folder, a package of Camtrap DP with its labels (a .zip, or the
datapackage.json in its folder), a table (.csv) of labels or species, or the detections of MegaDetector or SpeciesNet in
videos and pictures of the service (.json).

Options for a folder:
  --camera NAME        the camera that recorded all files (name or number); without it, each folder must have the
                       name of its camera
  --time-zone ZONE     zone of the cameras' clocks where the service does not know it, such as
                       Africa/Johannesburg, or +02:00 for a clock without summer time
  --mp4-clock CLOCK    clock of the creation times in MP4 and Matroska files: utc (default), or camera for the camera's
                       local time
  --site NUMBER        the camera at this site; if the site has none, registers --camera at --location
  --location LAT,LON   place of a camera that is registered, such as -19.01,23.57

Options for a package, a table or results:
  --skip-bad-rows      import all rows except those with mistakes
  --update             also update the records of an earlier import whose rows are different now, unless somebody has
                       changed the record since
  --source NAME        the name of a table, or of a package without an id: import a newer version under the same name,
                       and nothing is imported twice
  --method METHOD      makers of the labels in a table without a column method: human or machine
  --report FILE        write all mistakes to FILE, a table

Options for results:
  --strip TEXT         folders to remove from the beginning of their paths, such as D:\\cards\\, which only the
                       detector's computer has
  --base ADDRESS       beginning of the videos' addresses, instead of these folders; without it, an address must only
                       end like the path
  --capturesource NUMBER  search only the videos of this camera; may be given several times
  --min-confidence NUMBER  leave out detections with a lower confidence (default 0.2)
  --all-frames         import all frames of a video, not only the best one of each category
  --label LABEL=NUMBER the species of a label; LABEL=none leaves the label out; may be given several times
  --create-species     create a species for each label that has none

Options for all imports:
  --url ADDRESS        address of the service, such as https://abc.execute-api.eu-west-1.amazonaws.com/api
  --dry-run            show what would be imported, and change nothing
  --yes                do not ask before the import
  --no-browser         print the address where you sign in, and open no browser
  --key KEY            a site key, instead of signing in
  --token TOKEN        an ID token, instead of signing in
  --help, --version

export writes the labels that match filters to a file: wildlife export --help lists its options.

The environment variables WILDLIFE_URL, WILDLIFE_KEY and WILDLIFE_TOKEN replace --url, --key and --token.
Exit codes: 0 done, 1 something failed, 2 the command is wrong, 130 after Ctrl+C.
If an import is interrupted, run the same command again: it continues where it was.`;
