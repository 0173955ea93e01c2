/**
 * Runs checks beside each other as far as the cores reach, in their order: none overtakes one that waits for more cores
 * or for another check.
 * @param {readonly import('./checks.js').Check[]} checks
 * @param {{
 *   cores: number,
 *   onEnd: (ended: import('./checks.js').Outcome & { name: string, seconds: number }) => void,
 * }} options `onEnd` is called as each check ends
 */
export async function runInPool(checks, { cores, onEnd }) {
  let free = cores
  /** @type {Map<string, Promise<void>>} */
  const running = new Map()
  /** @param {import('./checks.js').Check} check */
  const start = async (check) => {
    const startedAt = performance.now()
    const outcome = await check.run()
    onEnd({ ...outcome, name: check.name, seconds: (performance.now() - startedAt) / 1_000 })
  }
  for (const check of checks) {
    while (free < check.cores) await Promise.race(running.values())
    if (check.after) await running.get(check.after)
    free -= check.cores
    const run = start(check).finally(() => {
      free += check.cores
      running.delete(check.name)
    })
    running.set(check.name, run)
  }
  await Promise.all(running.values())
}
