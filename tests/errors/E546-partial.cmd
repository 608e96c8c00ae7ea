. ./dse.sh
small --shard 0/2 -o "$TMP/shard" || exit 9
mkdir "$TMP/out.partial"
cp "$TMP/shard/shard.journal" "$TMP/out.partial/journal"
small -o "$TMP/out"
