import { type DestinationStream, pino } from 'pino'
import { describeError } from './describe-error.ts'

export type Log = Pick<ReturnType<typeof pino>, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

/** JSON lines, on stdout by default. Headers, bodies and prompts are never logged, so no secret can be. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: { name: 'espalier' },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => describeError(error) },
  }
  return destination ? pino(options, destination) : pino(options)
}
