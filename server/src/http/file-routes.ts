import type { FileRoute } from './file-route.ts'
import { accountExportRoute } from './routes/account-export-route.ts'
import { avatarRoute, avatarUploadRoute } from './routes/avatar-routes.ts'
import { boardRoute } from './routes/board-routes.ts'
import { bringInRoute } from './routes/brought-in-routes.ts'
import { imageFileRoute, subjectRoute } from './routes/image-file-routes.ts'
import { pathRoute } from './routes/path-routes.ts'
import { previewRoute } from './routes/preview-routes.ts'
import { provenanceRoute } from './routes/provenance-routes.ts'
import { sharedBoardRoute } from './routes/shared-board-routes.ts'
import { sharedFileRoute } from './routes/shared-file-routes.ts'
import { sheetRoute } from './routes/sheet-routes.ts'
import { projectExportRoute, projectImportRoute, rebuildRoute } from './routes/transfer-routes.ts'
import { uploadFileRoute, uploadRoute } from './routes/upload-routes.ts'

/** Every call that takes or sends a file or a stream: the app serves them, the OpenAPI document lists them. */
export const fileRoutes: readonly FileRoute[] = [
  uploadRoute,
  uploadFileRoute,
  avatarUploadRoute,
  avatarRoute,
  imageFileRoute,
  subjectRoute,
  provenanceRoute,
  pathRoute,
  previewRoute,
  sheetRoute,
  boardRoute,
  bringInRoute,
  projectImportRoute,
  projectExportRoute,
  rebuildRoute,
  accountExportRoute,
  sharedBoardRoute,
  sharedFileRoute,
]
