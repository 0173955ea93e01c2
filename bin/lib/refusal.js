/** A failure that needs no stack trace: its message says what to do. */
export class Refusal extends Error {}

/**
 * Runs a program's main function; an error ends the program with code 1 and one clear message.
 * @param {() => Promise<void>} main
 */
export async function runMain(main) {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error)
    process.exitCode = 1
  }
}
