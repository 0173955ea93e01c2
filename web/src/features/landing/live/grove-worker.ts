import { servePainter } from '#web/viewing/serve-painter.ts'
import { loadGrovePicture } from './load-grove-picture.ts'

servePainter(() => loadGrovePicture)
