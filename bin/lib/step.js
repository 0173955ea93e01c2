/**
 * Runs a step of the preparation, and prints its name as it begins and the seconds that it took as it ends.
 * @template Result
 * @param {string} name such as 'Building the web'
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function runStep(name, work) {
  console.log(`${name} …`)
  const startedAt = performance.now()
  const result = await work()
  console.log(`${name}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
  return result
}
