// SPDX-License-Identifier: Apache-2.0

package picture

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io"
)

//go:embed viewer.js
var viewer string

// WriteHTML writes a page that shows p in a browser, and fetches nothing.
func (p *Picture) WriteHTML(w io.Writer) error {
	if len(viz) == 0 {
		return errors.New("this build has no pages: take --format dot or json")
	}
	var data bytes.Buffer // JSON in Go's form has no <, and cannot end the script
	if err := p.WriteJSON(&data); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>%s</title></head>
<body class="picture-page"><div id="picture"></div>
<script type="application/json" id="data">%s</script>
<script type="text/plain" id="viz">%s</script>
<script type="module">
%s
const packed = Uint8Array.from(atob(document.getElementById('viz').textContent), (c) => c.charCodeAt(0));
const code = document.createElement('script');
code.textContent = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
document.head.append(code);
show(document.getElementById('picture'), JSON.parse(document.getElementById('data').textContent), await Viz.instance());
</script></body></html>
`, html.EscapeString(p.Title), data.Bytes(), base64.StdEncoding.EncodeToString(viz), viewer)
	return err
}
