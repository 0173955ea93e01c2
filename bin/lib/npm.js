import { basename, delimiter, dirname } from 'node:path'
import { run } from './run.js'

/**
 * Runs npm quietly, under the given Node and without any package's install scripts.
 * @param {string} node path of the Node to run it with
 * @param {string[]} args
 * @param {{ onStart?: (pid: number) => void }} [options]
 */
export function runNpm(node, args, { onStart } = {}) {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` }
  // `npm start` sets the path of npm itself; started as `node bin/start.js`, it must be in PATH.
  const cli = process.env.npm_execpath
  const options = { env, ...(onStart && { onStart }) }
  return cli && basename(cli) === 'npm-cli.js'
    ? run(node, [cli, ...args, ...quiet], options)
    : run('npm', [...args, ...quiet], options)
}
