import { loadBitmap } from '#web/data/pictures/load-bitmap.ts'
import { servePainter } from '#web/viewing/serve-painter.ts'

servePainter(() => loadBitmap)
