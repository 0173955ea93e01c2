import { pino } from 'pino'

export type Log = Pick<ReturnType<typeof pino>, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

/** JSON lines on stdout. Headers, bodies and prompts are never logged, so nothing secret can be. */
export const createLog = (level: string): Log =>
  pino({ level, base: { name: 'espalier' }, timestamp: pino.stdTimeFunctions.isoTime })
