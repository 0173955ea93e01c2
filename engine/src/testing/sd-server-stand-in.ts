/**
 * A program with the calls of stable-diffusion.cpp's sd-server (its examples/server/api.md) and its habits: it says that it listens
 * before it does, ends with 0 where its port is taken, can't stop a picture in work, draws steps as bars, and lets every origin in.
 * `--steps 0`: a picture never ends; a prompt of 'crash' ends the program.
 */
import { createHash } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'

const args = process.argv.slice(2)
const settingOf = (name: string) => args[args.indexOf(name) + 1] ?? ''
const has = (name: string) => args.includes(name)

if (has('--broken')) {
  process.stderr.write('error: the model could not be read\n')
  process.exit(1)
}
/** A file that gets a line for each start: its arguments and the names of its environment. */
if (has('--note')) appendFileSync(settingOf('--note'), `${JSON.stringify({ args, names: Object.keys(process.env) })}\n`)

const steps = Number(settingOf('--steps'))
type Asked = { prompt: string; width: number; height: number; seed: number; ref_images?: string[]; init_image?: string }
type Job = { status: string; result: { images: { b64_json: string }[] } | null; error: { code: string } | null }
const jobs = new Map<string, Job>()

async function paint(id: string, { prompt, width, height, seed, ref_images: pictures = [] }: Asked): Promise<void> {
  const job: Job = { status: 'generating', result: null, error: null }
  jobs.set(id, job)
  if (prompt === 'crash') process.exit(9)
  process.stdout.write('\r  |##########| 10/10 - 0.01s/it')
  for (let step = 1; steps === 0 || step <= steps; step += 1) {
    await pause(20)
    if (steps > 0) process.stdout.write(`\r  |${'='.repeat(step)}>  | ${step}/${steps} - 0.02s/it`)
  }
  const hue = createHash('sha256')
    .update(JSON.stringify([prompt, seed, pictures]))
    .digest()
  const background = { r: hue[0] ?? 0, g: hue[1] ?? 0, b: hue[2] ?? 0 }
  const png = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
  job.status = 'completed'
  job.result = { images: [{ b64_json: png.toString('base64') }] }
}

async function answer(request: IncomingMessage): Promise<readonly [number, unknown]> {
  const path = request.url ?? ''
  if (path === '/sdcpp/v1/capabilities')
    return [200, { model: { stem: 'stand-in' }, supported_modes: ['img_gen'], limits: { max_width: 4_096 } }]
  if (path === '/sdcpp/v1/img_gen') {
    const id = `job_${jobs.size}`
    void paint(id, (await json(request)) as Asked)
    return [202, { id, status: 'queued' }]
  }
  const job = jobs.get(path.replace('/sdcpp/v1/jobs/', ''))
  return job ? [200, job] : [404, { error: 'not found' }]
}

const server = createServer((request, reply) => {
  reply.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
  void answer(request).then(([status, body]) => reply.writeHead(status).end(JSON.stringify(body)))
})
server.on('error', () => process.exit(0))
process.stdout.write(`listening on: http://${settingOf('--listen-ip')}:${settingOf('--listen-port')}\n`)
await pause(50)
server.listen(Number(settingOf('--listen-port')), settingOf('--listen-ip'))
