import { sharedPictures } from '#web/data/shared/shared-images.ts'
import { servePainter } from '#web/viewing/serve-painter.ts'

// The page names the worker by the id of the link.
servePainter(sharedPictures)
