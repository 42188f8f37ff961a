/** What `wildlife --help` prints. */
export const usage = `Brings videos, pictures and labels into a wildlife video annotation service, and out of it.

Usage: wildlife import FOLDER --url ADDRESS [options]
       wildlife import PACKAGE --url ADDRESS [options]
       wildlife import TABLE.csv --source NAME --url ADDRESS [options]
       wildlife import RESULTS.json --url ADDRESS [options]
       wildlife export --format FORMAT --out FILE --url ADDRESS [options]
       wildlife sign-in --url ADDRESS
       wildlife sign-out --url ADDRESS

import takes the videos and pictures of a folder, a package of Camtrap DP with its labels (a .zip, or the
datapackage.json in its folder), a table (.csv) of labels or species, or what MegaDetector or SpeciesNet has found in
videos and pictures that are in the service (.json).

Of a folder:
  --camera NAME        the camera that recorded all files (name or number); without it, the name of each folder
                       tells its camera
  --time-zone ZONE     zone of the cameras' clocks where the service does not know it, such as
                       Africa/Johannesburg, or +02:00 for a clock without summer time
  --mp4-clock CLOCK    what the creation time of MP4 files is in: utc (default), or camera for the camera's time
  --site NUMBER        the camera of this site; without one, registers --camera at --location
  --location LAT,LON   place of a camera that is registered, such as -19.01,23.57

Of a package, a table or results:
  --skip-bad-rows      import all rows but those with mistakes
  --update             also change what an earlier import made of a row, where the row says something else now and
                       nobody has changed the record since
  --source NAME        the name of a table, or of a package without an id: import a newer version under the same name,
                       and nothing comes in twice
  --report FILE        write all mistakes to FILE, a table

Of results:
  --strip TEXT         folders to cut off the front of their paths, such as D:\\cards\\, which only the detector's
                       computer has
  --base ADDRESS       what the addresses of the videos begin with, in place of these folders; without it, an address
                       need only end like the path
  --capturesource NUMBER  look among the videos of this camera; may be given several times
  --min-confidence NUMBER  leave out detections of less confidence (default 0.2)
  --all-frames         take all frames of a video, not only the best one of each category
  --label LABEL=NUMBER the species that a label means; LABEL=none leaves it out; may be given several times
  --create-species     make species of labels that name none

Of all:
  --url ADDRESS        address of the service, such as https://abc.execute-api.eu-west-1.amazonaws.com/api
  --dry-run            show what would be imported, and change nothing
  --yes                do not ask before the import
  --no-browser         print the address where you sign in, and open no browser
  --key KEY            a site key, instead of signing in
  --token TOKEN        an ID token, instead of signing in
  --help, --version

export writes the labels that pass filters to a file: wildlife export --help lists its options.

Variables: WILDLIFE_URL, WILDLIFE_KEY, WILDLIFE_TOKEN stand for the options of these names.
Exit codes: 0 done, 1 something failed, 2 the command is wrong, 130 after Ctrl+C.
If an import is interrupted, run the same command again: it goes on where it was.`;
