import { lineageCommands } from '../lineage/lineage-commands.ts'
import { seriesCommands } from '../series/series-commands.ts'
import { shareCommands } from '../sharing/share-commands.ts'
import { timeCommand } from '../time/time-command.ts'
import { cardCommands, createCommands } from './card-commands.ts'
import type { BoardCommand } from './command.ts'
import { editCommands } from './edit-commands.ts'
import { viewCommands } from './view-commands.ts'

/** Everything that can be done on the canvas, in the order of the menus. */
export const boardCommands: readonly BoardCommand[] = [
  ...createCommands,
  ...cardCommands,
  ...lineageCommands,
  ...seriesCommands,
  ...editCommands,
  ...viewCommands,
  timeCommand,
  ...shareCommands,
]
