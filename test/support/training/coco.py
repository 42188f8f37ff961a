"""Loads a COCO file and evaluates its own boxes as results. Prints the counts and the precision as a line of JSON."""

import json
import sys

from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

truth = COCO(sys.argv[1])
own = [
    {"image_id": box["image_id"], "category_id": box["category_id"], "bbox": box["bbox"], "score": 0.9}
    for box in truth.loadAnns(truth.getAnnIds())
]
evaluation = COCOeval(truth, truth.loadRes(own), "bbox")
evaluation.evaluate()
evaluation.accumulate()
evaluation.summarize()
print(
    json.dumps(
        {
            "images": len(truth.getImgIds()),
            "boxes": len(own),
            "categories": [each["name"] for each in truth.loadCats(truth.getCatIds())],
            "precision": evaluation.stats[0],
        }
    )
)
