"""Tells schemathesis which refusals the description announces in words, because JSON Schema cannot express them.

schemathesis loads this file when SCHEMATHESIS_HOOKS names it. It runs inside schemathesis only.
"""

import re

import schemathesis

# These statuses mean, in order: `Accepts` allows no available type; `If-Match` has another ETag; the response would be
# too large; the Idempotency-Key was used with another body; the uploads exceed the daily limit.
STATUSES_IN_WORDS = {406, 412, 413, 422, 429}

# Messages about rules that JSON Schema cannot express: relations between two values or to the current time, total sizes,
# white space, names of time zones, and values that refer to records.
RULES_IN_WORDS = re.compile(
    r"There is no |must not (be|end) before|must be at most 366 days after|must be left out of a |must not have its south above|must have at most 100 |is required when|must be within 24 days of each other"
    r"|must be after `time\[from\]`|must differ from `hour\[from\]`|must be given exactly once with `during|must be at most 0\.95"
    r"|must be above `min_confidence`|must be at most 10,000 when a list is sorted by time|needs the filter `videostream`"
    r"|must be at most \d+( \(|, the number of parts)|must be \d+, the length of part|must be different for each part|must not be given twice"
    r"|must not be in the future|must not be blank|must have visible characters|must be the name of a time zone|must not contain a user name|must be a date and time with a time zone, in whole|must be an `https:` or `http:` address|must have a (license with|`name` )|must have at most \d+ bytes|is an option of `|must be `event` or `media` for `dwca`|must have a share above 0"
    r"|is required: the size of the file|must not be given together with `|must be within the (stream|video), which is |must end after it starts for a clip|must be at most 60 seconds long|must be in a bucket of the operator's parameter|must be percent-encoded: "
)

# JSON has one kind of number, so schemathesis sometimes writes the id 2 as 2.0. In a URL, 2.0 is not an id.
ID_WITH_FRACTION = re.compile(r"/\d+\.0(/|\?|$)")


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Returns False for a refusal that the description announces in words, so that schemathesis ignores it."""
    if type(failure).__name__ != "RejectedPositiveData":
        return True
    if response.status_code in STATUSES_IN_WORDS:
        return False
    if ID_WITH_FRACTION.search(response.request.url):
        return False
    errors = response.json().get("errors", []) if response.status_code == 400 else []
    return not (errors and all(is_in_words(error) for error in errors))


def is_in_words(error):
    """Returns whether the description announces an error in words, as it does for all filters of an export."""
    return error["pointer"].startswith("/body/filters") or RULES_IN_WORDS.search(error["detail"])
