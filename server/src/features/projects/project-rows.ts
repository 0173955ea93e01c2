import { type SQL, sql } from 'drizzle-orm'
import type { ProjectShape } from '#contract/project.ts'
import type { Querier } from '../../db/database.ts'

type ProjectRow = {
  id: string
  title: string
  created_at: string
  updated_at: string
  first_prompt: string | null
  thumbnail_image_id: string | null
  generation_count: string
}

const presentProject = (row: ProjectRow): ProjectShape => ({
  id: row.id,
  title: row.title,
  createdAt: new Date(row.created_at).toISOString(),
  updatedAt: new Date(row.updated_at).toISOString(),
  firstPrompt: row.first_prompt,
  thumbnailImageId: row.thumbnail_image_id,
  generationCount: Number(row.generation_count),
})

/** Projects with what the rail shows of them: the first prompt and the first image of the first generation. */
async function selectProjects(db: Querier, where: SQL): Promise<ProjectShape[]> {
  const result = await db.execute<ProjectRow>(sql`
    select projects.id, title, projects.created_at, projects.updated_at, first.prompt as first_prompt,
      (select images.id from generated_images images
       where images.generation_id = first.id and images.status = 'completed'
       order by images.order_num limit 1) as thumbnail_image_id,
      (select count(*) from generations
       where generations.project_id = projects.id and generations.deleted_at is null) as generation_count
    from projects
    left join lateral (
      select id, prompt from generations
      where generations.project_id = projects.id and generations.deleted_at is null
      order by generations.created_at, generations.id limit 1
    ) first on true
    where projects.deleted_at is null and ${where}
    order by projects.created_at desc, projects.id`)
  return result.rows.map(presentProject)
}

/** The user's projects, newest first. */
export const listProjects = (db: Querier, userId: string) => selectProjects(db, sql`projects.user_id = ${userId}`)

/** One project; null where it does not exist or is somebody else's. */
export async function findProject(db: Querier, userId: string, projectId: string): Promise<ProjectShape | null> {
  const [project] = await selectProjects(db, sql`projects.id = ${projectId} and projects.user_id = ${userId}`)
  return project ?? null
}

/** Whether the project is the user's and not in the trash. */
export async function isOpenProject(db: Querier, userId: string, projectId: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from projects where id = ${projectId} and user_id = ${userId} and deleted_at is null`,
  )
  return rows.length === 1
}
