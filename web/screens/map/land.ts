import type { GeoPermissibleObjects } from "d3-geo";
import { feature } from "topojson-client";
import topology from "world-atlas/land-110m.json";

/**
 * The land of the earth (Natural Earth, 1:110 million, public domain). The outlines are loaded separately, because they have 21 KB.
 */
export const land: GeoPermissibleObjects = feature(topology, topology.objects.land);
