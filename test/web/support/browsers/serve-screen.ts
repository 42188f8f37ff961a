import { startScreenAndSound } from "./screen-and-sound.ts";

/** The tests' processes get the environment of this one. */
export default startScreenAndSound;
