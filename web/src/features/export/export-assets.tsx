import { useQuery } from '@tanstack/react-query'
import type { AssetShape } from '#contract/cards/asset.ts'
import { projectsQuery } from '#web/data/projects.ts'
import { ExportDialog } from './export-dialog.tsx'

/** The dialog for images of the assets page, which know the ids of their projects. */
export function ExportAssets({ assets, onClose }: { assets: readonly AssetShape[]; onClose(): void }) {
  const projects = useQuery(projectsQuery).data ?? []
  const titles = new Map(projects.map(({ id, title }) => [id, title]))
  const images = assets.map((asset) => ({ ...asset, project: titles.get(asset.projectId) ?? '' }))
  return <ExportDialog images={images} returnTo="main" onClose={onClose} />
}
