import { accountExportRoute } from './account-export-route.ts'
import { avatarRoute, avatarUploadRoute } from './avatar-routes.ts'
import { boardRoute } from './board-routes.ts'
import { bringInRoute } from './brought-in-routes.ts'
import { exportRoute, exportSheetRoute } from './export-routes.ts'
import type { FileRoute } from './file-route.ts'
import { imageFileRoute, subjectRoute } from './image-file-routes.ts'
import { pathRoute } from './path-routes.ts'
import { previewRoute } from './preview-routes.ts'
import { savedPromptExportRoute, savedPromptImportRoute, wordListImportRoute } from './prompt-file-routes.ts'
import { provenanceRoute } from './provenance-routes.ts'
import { sharedBoardRoute } from './shared-board-routes.ts'
import { sharedFileRoute } from './shared-file-routes.ts'
import { sheetRoute } from './sheet-routes.ts'
import { projectExportRoute, projectImportRoute, rebuildRoute } from './transfer-routes.ts'
import { uploadFileRoute, uploadRoute } from './upload-routes.ts'
import { verifyRoute } from './verify-route.ts'

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
  exportRoute,
  exportSheetRoute,
  previewRoute,
  sheetRoute,
  boardRoute,
  bringInRoute,
  projectImportRoute,
  projectExportRoute,
  rebuildRoute,
  accountExportRoute,
  savedPromptExportRoute,
  savedPromptImportRoute,
  wordListImportRoute,
  sharedBoardRoute,
  sharedFileRoute,
  verifyRoute,
]
