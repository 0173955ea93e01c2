import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createProject } from '#web/data/projects.ts'
import { showToast } from '#web/ui/toast.ts'
import { projectTexts } from './texts.ts'

/** Creates 'New Project' and goes to the image page with it current. */
export function useCreateProject() {
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)

  const create = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      const { id } = await createProject(projectTexts.newTitle)
      await navigate({ to: '/image', search: { project: id } })
    } catch {
      showToast({ kind: 'error', title: projectTexts.error, description: projectTexts.failedToCreate })
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, create }
}
