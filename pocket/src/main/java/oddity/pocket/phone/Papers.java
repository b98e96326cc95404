package oddity.pocket.phone;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Small files of the kinds that people keep besides pictures, each whole enough to be opened. */
final class Papers {
    /** One frame of MPEG-1 Layer III, 128 kbit/s at 44,100 Hz: a header, then nothing, which is silence. */
    private static final int[] FRAME = {0xff, 0xfb, 0x90, 0x00};
    private static final int FRAME_BYTES = 417;
    /** About two seconds. */
    private static final int FRAMES = 77;

    private static final String TYPES = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>"
            + "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
            + "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
            + "<Override PartName=\"/word/document.xml\" ContentType="
            + "\"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/></Types>";
    private static final String RELATIONS = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>"
            + "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
            + "<Relationship Id=\"r1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\""
            + " Target=\"word/document.xml\"/></Relationships>";

    private Papers() {}

    static byte[] mp3() {
        byte[] bytes = new byte[FRAMES * FRAME_BYTES];
        for (int frame = 0; frame < FRAMES; frame++) {
            for (int at = 0; at < FRAME.length; at++) {
                bytes[frame * FRAME_BYTES + at] = (byte) FRAME[at];
            }
        }
        return bytes;
    }

    /** A page with a line on it. */
    static byte[] pdf(String line) {
        String text = "BT /F1 24 Tf 72 720 Td (" + line + ") Tj ET";
        String[] objects = {
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
            "<< /Length " + text.length() + " >>\nstream\n" + text + "\nendstream",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        };
        StringBuilder file = new StringBuilder("%PDF-1.4\n");
        StringBuilder places = new StringBuilder("0000000000 65535 f \n");
        for (int at = 0; at < objects.length; at++) {
            places.append(String.format("%010d 00000 n \n", file.length()));
            file.append(at + 1).append(" 0 obj\n").append(objects[at]).append("\nendobj\n");
        }
        int table = file.length();
        file.append("xref\n0 ").append(objects.length + 1).append('\n').append(places)
                .append("trailer\n<< /Size ").append(objects.length + 1).append(" /Root 1 0 R >>\nstartxref\n").append(table)
                .append("\n%%EOF\n");
        return file.toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** A paragraph. */
    static byte[] docx(String paragraph) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            add(zip, "[Content_Types].xml", TYPES);
            add(zip, "_rels/.rels", RELATIONS);
            add(zip, "word/document.xml", "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>"
                    + "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body><w:p><w:r><w:t>"
                    + paragraph + "</w:t></w:r></w:p></w:body></w:document>");
        }
        return bytes.toByteArray();
    }

    /** With the same date each time: files are the same on every phone. */
    private static void add(ZipOutputStream zip, String name, String text) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTime(0);
        zip.putNextEntry(entry);
        zip.write(text.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }
}
