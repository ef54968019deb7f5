// Prepares a fresh clone: `node scripts/setup.js start|test`. Plain JavaScript without
// dependencies, because it runs before anything is installed, on any Node from 20 on.
const OLDEST_NODE = 20

const major = Number(process.versions.node.split('.')[0])
if (major < OLDEST_NODE) {
  console.error(
    `Storedawn needs Node ${OLDEST_NODE} or newer to set itself up; this is ${process.version} (${process.execPath}).\n` +
      'It then brings the Node that it runs on by itself. Please install a newer one and try again.',
  )
  process.exit(1)
}

// Imported only now: an older Node could not even parse these files.
import('./setup/prepare.js')
  .then(({ prepare }) => prepare(process.argv[2] ?? 'start'))
  .catch((error) => {
    console.error(`\n${error.message}`)
    process.exit(1)
  })
