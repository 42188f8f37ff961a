/** Exit codes. The codes from 65 up are those of sysexits.h: EX_DATAERR, EX_TEMPFAIL and EX_NOPERM. */
export const exitCodes = { done: 0, failed: 1, setAside: 65, eventsWait: 75, keyRefused: 77 };

export const usage = `Records the events of a camera site on disk and sends them when there is a link.

  camera-site.mjs record-start --url URL [--stream NAME] [--time T] [--end T]
  camera-site.mjs record-clip  --file FILE --time T [--stream NAME] [--end T]
  camera-site.mjs record-end   --stream NAME [--time T]
  camera-site.mjs detect       --stream NAME --start OFFSET [--end OFFSET] --observer WHO
                               [--box x1,y1,x2,y2] [--key OWN-KEY] KEY=VALUE ...
  camera-site.mjs alive        --stream NAME   records a heartbeat: the stream is still live
  camera-site.mjs check        tests disk, link, key and clock; run it before you leave the site
  camera-site.mjs send         sends the waiting events once (for cron)
  camera-site.mjs run          sends until it is stopped (for systemd)
  camera-site.mjs status       shows the events that wait or were set aside, the link and the clock
  camera-site.mjs retry        puts the events that were set aside back into the queue
  camera-site.mjs --version    prints the version of this program

record-start and record-clip print the stream's name. With --end, record-start records a finished recording.
record-clip records a finished file that is sent to the service, once no events wait.
A time is RFC 3339 with a zone, default now. An offset is HH:MM:SS.mmm from the start of the video.

Options of all commands, also as environment variables (CAMERA_SITE_API, CAMERA_SITE_KEY_FILE, …):
  --api URL              address of the service, for example https://wildlife.example/api/v1
  --key-file FILE        file with the site key (default /etc/camera-site/key)
  --queue FOLDER         folder of the queue (default /var/lib/camera-site)
  --source ID            id of this site's capture source
  --timeout SECONDS      maximum wait for a response (default 60)
  --max-clock-error S    maximum error of the clock; above it, commands need --time (default 30)

Exit codes: 0 done; 1 failed: nothing was recorded, or check found something wrong. The command send also has: 65 events
are set aside; 75 events still wait; 77 nothing can be sent until the key or the address is corrected.`;
