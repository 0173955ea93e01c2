import { assetDrawerCommand } from '#web/features/asset-drawer/asset-drawer-command.ts'
import { assistantCommand } from '#web/features/assistant/assistant-command.ts'
import type { BoardCommand } from '#web/features/board/commands/board-command.ts'
import { cardCommands, createCommands } from '#web/features/board/commands/card-commands.ts'
import { editCommands } from '#web/features/board/commands/edit-commands.ts'
import { exportCommand, viewCommands } from '#web/features/board/commands/view-commands.ts'
import { bringInCommands } from '#web/features/bring-in/bring-in-commands.ts'
import { referenceCommand } from '#web/features/compose/bar/attach-to-bar.ts'
import { rebuildCommand } from '#web/features/compose/canvas/rebuild-command.ts'
import { imageEditCommands } from '#web/features/edit/edit-commands.ts'
import { frameCommands, frameTools } from '#web/features/frames/frame-commands.ts'
import { lineageCommands } from '#web/features/lineage/lineage-commands.ts'
import { presentCommand } from '#web/features/present/present-command.ts'
import { purseCommand } from '#web/features/purses/purse-commands.ts'
import { inboxCommand, shareCommands } from '#web/features/review/owner/share-commands.tsx'
import { seriesCommands } from '#web/features/series/series-commands.ts'
import { timelineCommand } from '#web/features/timeline/timeline-command.ts'

/** All commands of the canvas, in the order of the menus. */
export const boardCommands: readonly BoardCommand[] = [
  ...createCommands,
  ...bringInCommands,
  assetDrawerCommand,
  assistantCommand,
  ...frameTools,
  purseCommand,
  ...frameCommands,
  ...cardCommands,
  ...imageEditCommands,
  referenceCommand,
  ...lineageCommands,
  ...seriesCommands,
  ...editCommands,
  ...viewCommands,
  presentCommand,
  timelineCommand,
  ...shareCommands,
  exportCommand,
  rebuildCommand,
  inboxCommand,
]
