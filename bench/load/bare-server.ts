import { Hono } from 'hono'
import pg from 'pg'
import { listen } from '#server/process/listen.ts'

// The minimum of a web application's call: rows of the database as JSON, without a session.
const [connectionString = '', userId = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString, max: 20 })
const rows = async (text: string, values: string[]) => (await pool.query(text, values)).rows
const app = new Hono()
  // One row by its primary key.
  .get('/row', async (c) => c.json((await rows('select id, email, first_name from users where id = $1', [userId]))[0]))
  // The cards of a project with their images.
  .get('/cards/:projectId', async (c) =>
    c.json(
      await rows(
        `select cards.*, (select json_agg(images order by order_num) from generated_images images
          where images.generation_id = cards.id) as images
        from generations cards where project_id = $1 order by created_at desc`,
        [c.req.param('projectId')],
      ),
    ),
  )
  // The newest images of a user, each with its card.
  .get('/images', async (c) =>
    c.json(
      await rows(
        `select images.*, cards.prompt, cards.model, cards.project_id, cards.aspect_ratio, cards.resolution
        from generations cards join generated_images images on images.generation_id = cards.id
        where cards.user_id = $1 and status = 'completed' order by cards.created_at desc limit 61`,
        [userId],
      ),
    ),
  )
const web = await listen(app.fetch, '127.0.0.1', 0)
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
process.on('disconnect', () => process.exit(0))
process.send?.({ port: web.port })
