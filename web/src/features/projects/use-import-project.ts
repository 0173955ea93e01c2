import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { errorMessage } from '#web/data/http/api-error.ts'
import { importProject } from '#web/data/transfer/import-project.ts'
import { announce } from '#web/ui/announce.ts'
import { chooseFile } from '#web/ui/files.ts'
import { showToast } from '#web/ui/toast.ts'
import { projectTexts } from './texts.ts'

/**
 * Opens the file dialog, imports an exported project, and opens it. `percent` is the upload progress; null while none
 * is sent.
 */
export function useImportProject() {
  const navigate = useNavigate()
  const [percent, setPercent] = useState<number | null>(null)

  const importOne = async () => {
    if (percent !== null) return
    const file = await chooseFile('.zip,application/zip')
    if (!file) return
    setPercent(0)
    announce(projectTexts.importing(0))
    try {
      const { id, title } = await importProject(file, (part) => setPercent(Math.round(part * 100)))
      showToast({ kind: 'success', title: projectTexts.imported, description: title })
      await navigate({ to: '/project/$projectId', params: { projectId: id } })
    } catch (error) {
      const description = errorMessage(error, projectTexts.importFailedText)
      showToast({ kind: 'error', title: projectTexts.importFailed, description })
    } finally {
      setPercent(null)
    }
  }

  return { percent, importOne }
}
