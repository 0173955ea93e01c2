import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'

/** Debian's package libfaketime. */
const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

/** Whether processes can be given a shifted clock. */
export const clocksCanBeShifted = () => existsSync(library)

/** The environment of a process whose clock is shifted by the seconds in a file. Durations are unchanged. */
export const shiftedClock = (file: string): Readonly<Record<string, string>> => ({
  LD_PRELOAD: library,
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_NO_CACHE: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
})

export const shiftClock = (file: string, seconds: number): Promise<void> =>
  writeFile(file, `${seconds < 0 ? '' : '+'}${seconds}`)
