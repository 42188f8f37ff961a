/**
 * Runs a function, and returns its result and the milliseconds that this process computed meanwhile. Other programs on a
 * busy machine do not change this time, unlike that of a clock.
 */
export async function withCpuMs<T>(run: () => T | Promise<T>): Promise<{ result: T; cpuMs: number }> {
  const before = process.cpuUsage();
  const result = await run();
  const { user, system } = process.cpuUsage(before);
  return { result, cpuMs: (user + system) / 1000 };
}
