import { Hono } from 'hono'
import pg from 'pg'
import { listen } from '#server/process/listen.ts'

// The least that a call of a web application can do: one row by its primary key, as JSON.
const [connectionString = '', userId = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString, max: 20 })
const app = new Hono().get('/row', async (c) => {
  const { rows } = await pool.query('select id, email, first_name from users where id = $1', [userId])
  return c.json(rows[0])
})
const web = await listen(app.fetch, '127.0.0.1', 0)
process.on('disconnect', () => process.exit(0))
process.send?.({ port: web.port })
